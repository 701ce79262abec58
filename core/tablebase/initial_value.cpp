#include "tablebase/initial_value.hpp"

#include "tablebase/successor.hpp"

namespace crownhead::tablebase {

InitialValue start_of(const Library& library, const Placement& placement) {
    const Position p = position_of(placement);
    const Bits empty = p.empty();
    const auto value_of = [&](const Placement& next) { return library.value_of(next); };
    if (const Bits jumping = jumpers_of(p)) return {InitialValue::Kind::Final, value_of_jumps(p, jumping, value_of)};

    InitialValue start{InitialValue::Kind::Open, {}};
    const Bits men = p.black & ~p.kings;
    const auto crown = [&](Bits from, Bits to) {
        start.kind = InitialValue::Kind::Leaves;
        start.value = better(start.value, before(value_of(after_move(p, from, to, 0))));
    };
    const Bits goals = empty & crownhead_row<Side::Black>;
    for_each_bit(forward<Side::Black, 4>(men) & goals, [&](Bit to) { crown(single(to - 4), single(to)); });
    for_each_bit(forward<Side::Black, 5>(men) & goals, [&](Bit to) { crown(single(to - 5), single(to)); });
    return start;
}

}  // namespace crownhead::tablebase
