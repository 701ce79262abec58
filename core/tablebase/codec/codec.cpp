#include "tablebase/codec/codec.hpp"

#include <array>
#include <mutex>

#include "tablebase/successor.hpp"

namespace crownhead::tablebase {
namespace {

constexpr std::uint64_t sampled_blocks = 4096;

// Calls visit(number in the block, whether the side to move must jump there) for each position of a block.
template <typename Model, typename Visit>
void for_each_jump_flag(const SliceIndex& index, std::uint64_t block, Visit&& visit) {
    const Index begin = block * Model::block, end = std::min(begin + Model::block, index.size());
    index.for_each(begin, end, [&](Index i, const Placement& placement) {
        visit(static_cast<std::uint32_t>(i - begin), jumpers_of(position_of(placement)) != 0);
    });
}

// A block as it is to be coded: where the side to move must jump nobody cares, and the cell is 0.
template <typename Model>
typename Model::Cells wanted_cells(const Solved& solved, std::uint64_t block) {
    typename Model::Cells cells;
    const Index begin = block * Model::block;
    for_each_jump_flag<Model>(solved.index, block, [&](std::uint32_t i, bool jumps) {
        const Half half = Model::distances ? solved.values.half(begin + i) : Half{0};
        cells[i] = jumps ? Cell{0} : cell_of(solved.values.verdict(begin + i), half);
    });
    return cells;
}

// Runs a model over a block.
template <typename Model, typename Io>
void run(const SliceIndex& index, std::uint64_t block, typename Model::Cells& cells, Io& io) {
    const Index begin = block * Model::block;
    const auto count = static_cast<std::uint32_t>(std::min<Index>(Model::block, index.size() - begin));
    for (StripWalk walk(index.slice(), begin, count); !walk.is_over(); walk.advance())
        Model::code(io, cells, walk.here());
}

struct Tally {
    std::array<std::uint64_t, 2> answers{};
};

// Counts answers. Where nobody cares the likelier answer is given, as the encoder will do.
struct Counter {
    std::vector<Tally>& tallies;
    const Chances& chances;  // of an earlier count, or empty: then don't-cares count for nothing
    bool care = true;

    bool ask(unsigned context, bool answer) {
        if (!care) {
            if (chances.empty()) return false;
            answer = chances[context] < 128 && chances[context] != 0;
        }
        ++tallies[context].answers[answer];
        return answer;
    }
};

struct Writer {
    RangeEncoder& encoder;
    const Chances& chances;
    bool care = true;

    bool ask(unsigned context, bool answer) {
        const Chance chance = chances[context];
        if (!care) answer = chance < 128 && chance != 0;
        encoder.put(chance, answer);
        return answer;
    }
};

template <typename Model>
struct Reader {
    RangeDecoder& decoder;
    const Chance* chances;
    bool care = true;

    bool ask(unsigned context, bool) { return decoder.get(chances[Model::place(context)]); }
};

template <typename Model>
Chances counted(const Solved& solved, const ThreadCrew& crew, const Chances& earlier) {
    const std::uint64_t blocks = blocks_of<Model>(solved.values.size());
    const std::uint64_t stride = std::max<std::uint64_t>(1, blocks / sampled_blocks);
    std::vector<Tally> total(Model::contexts);
    std::mutex adding;
    crew.share((blocks + stride - 1) / stride, 256, [&](std::uint64_t begin, std::uint64_t end) {
        std::vector<Tally> tallies(Model::contexts);
        Counter counter{tallies, earlier};
        for (std::uint64_t i = begin; i < end; ++i) {
            auto cells = wanted_cells<Model>(solved, i * stride);
            run<Model>(solved.index, i * stride, cells, counter);
        }
        const std::scoped_lock lock(adding);
        for (std::size_t c = 0; c < total.size(); ++c)
            for (std::size_t a = 0; a < 2; ++a) total[c].answers[a] += tallies[c].answers[a];
    });
    Chances chances(Model::contexts);
    for (std::size_t c = 0; c < total.size(); ++c) chances[c] = chance_of(total[c].answers[0], total[c].answers[1]);
    return chances;
}

}  // namespace

template <typename Model>
Chances measure(const Solved& solved, const ThreadCrew& crew) {
    return counted<Model>(solved, crew, counted<Model>(solved, crew, {}));
}

template <typename Model>
void encode_block(const Solved& solved, const Chances& chances, std::uint64_t block, std::vector<std::uint8_t>& out) {
    auto cells = wanted_cells<Model>(solved, block);
    RangeEncoder encoder(out);
    Writer writer{encoder, chances};
    run<Model>(solved.index, block, cells, writer);
    encoder.finish();
}

template <typename Model>
Chances in_decoding_order(const Chances& chances) {
    Chances placed(chances.size());
    for (unsigned context = 0; context < chances.size(); ++context) placed[Model::place(context)] = chances[context];
    return placed;
}

template <typename Model>
typename Model::Cells decode_block(const SliceIndex& index, const Chances& chances, std::uint64_t block,
                                   std::span<const std::uint8_t> bytes) {
    typename Model::Cells cells;
    if constexpr (Model::skips_jumps)
        for_each_jump_flag<Model>(index, block, [&](std::uint32_t i, bool jumps) { cells[i] = !jumps; });
    RangeDecoder decoder(bytes);
    Reader<Model> reader{decoder, chances.data()};
    run<Model>(index, block, cells, reader);
    return cells;
}

template Chances measure<VerdictModel>(const Solved&, const ThreadCrew&);
template Chances measure<DistanceModel>(const Solved&, const ThreadCrew&);
template void encode_block<VerdictModel>(const Solved&, const Chances&, std::uint64_t, std::vector<std::uint8_t>&);
template void encode_block<DistanceModel>(const Solved&, const Chances&, std::uint64_t, std::vector<std::uint8_t>&);
template Chances in_decoding_order<VerdictModel>(const Chances&);
template Chances in_decoding_order<DistanceModel>(const Chances&);
template VerdictModel::Cells decode_block<VerdictModel>(const SliceIndex&, const Chances&, std::uint64_t,
                                                        std::span<const std::uint8_t>);
template DistanceModel::Cells decode_block<DistanceModel>(const SliceIndex&, const Chances&, std::uint64_t,
                                                          std::span<const std::uint8_t>);

}  // namespace crownhead::tablebase
