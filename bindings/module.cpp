// The private extension crownhead._core. This file alone is compiled for any processor of its kind, so
// that an older one gets a sentence instead of an illegal instruction.
#include "interrupt.hpp"
#include "source_hash.hpp"  // made by cmake/source_hash.cmake
#include "vocabulary.hpp"

#ifdef _MSC_VER
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
#endif

namespace {

#if defined(CROWNHEAD_NEEDS_X86_64_V3) && (defined(__GNUC__) || defined(__clang__))
bool processor_is_new_enough() {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt");
}
#elif defined(CROWNHEAD_NEEDS_X86_64_V3) && defined(_MSC_VER)
bool processor_is_new_enough() { return IsProcessorFeaturePresent(PF_AVX2_INSTRUCTIONS_AVAILABLE); }
#else
bool processor_is_new_enough() { return true; }
#endif

}  // namespace

NB_MODULE(_core, module) {
    if (!processor_is_new_enough())
        throw nanobind::import_error(
            "this build of crownhead needs an x86-64-v3 processor (AVX2 and BMI2, about 2013 or later) and this one "
            "is older; build it here from source instead: pip install --no-binary crownhead crownhead");
    // Objects that live until the interpreter is gone, in a traceback say, are no fault that users can mend.
    nanobind::set_leak_warnings(false);
    crownhead::watch_interpreter();
    module.attr("SOURCE_HASH") = CROWNHEAD_SOURCE_HASH;
    crownhead::bind_vocabulary(module);
    crownhead::bind_move(module);
    crownhead::bind_position(module);
    crownhead::bind_perft(module);
    crownhead::bind_book(module);
    crownhead::bind_node(module);
    crownhead::bind_pdn(module);
    crownhead::bind_tablebase(module);
    crownhead::bind_evaluation(module);
    crownhead::bind_engine(module);
    crownhead::bind_environment(module);
    crownhead::bind_proof(module);
    crownhead::bind_training(module);
}
