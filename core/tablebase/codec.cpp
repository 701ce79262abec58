#include "codec.hpp"

#include <array>
#include <mutex>

#include "successor.hpp"

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
std::span<Cell> wanted_cells(const Solved& solved, std::uint64_t block, std::array<Cell, Model::block>& room) {
    const Index begin = block * Model::block, end = std::min(begin + Model::block, solved.values.size());
    for_each_jump_flag<Model>(solved.index, block, [&](std::uint32_t i, bool jumps) {
        const Half half = Model::distances ? solved.values.half(begin + i) : Half{0};
        room[i] = jumps ? Cell{0} : cell_of(solved.values.verdict(begin + i), half);
    });
    return std::span(room).first(end - begin);
}

// Runs a model over a block. The cells hold what is wanted, 0 where nobody cares, and then what is told.
template <typename Model, typename Io>
void run(const Slice& slice, std::uint64_t block, std::span<Cell> cells, Io& io) {
    NeighbourWalk walk(slice, block * Model::block);
    Cell previous = 0;
    for (std::uint32_t i = 0; i < cells.size(); ++i, walk.advance()) {
        const Cell value = cells[i];
        const Seen seen{cells.data(), i, walk.here(), previous};
        if constexpr (Model::skips_jumps) {
            previous = value == 0 ? Model::guess(seen) : Model::code(io, seen, value);
        } else {
            io.care = value != 0;
            previous = Model::code(io, seen, value);
        }
        cells[i] = previous;
    }
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

struct Reader {
    RangeDecoder& decoder;
    const Chance* chances;
    bool care = true;

    bool ask(unsigned context, bool) { return decoder.get(chances[context]); }
};

template <typename Model>
Chances counted(const Solved& solved, const Crew& crew, const Chances& earlier) {
    const std::uint64_t blocks = blocks_of<Model>(solved.values.size());
    const std::uint64_t stride = std::max<std::uint64_t>(1, blocks / sampled_blocks);
    std::vector<Tally> total(Model::contexts);
    std::mutex adding;
    crew.share((blocks + stride - 1) / stride, 256, [&](std::uint64_t begin, std::uint64_t end) {
        std::vector<Tally> tallies(Model::contexts);
        std::array<Cell, Model::block> room;
        Counter counter{tallies, earlier};
        for (std::uint64_t i = begin; i < end; ++i)
            run<Model>(solved.index.slice(), i * stride, wanted_cells<Model>(solved, i * stride, room), counter);
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
Chances measure(const Solved& solved, const Crew& crew) {
    return counted<Model>(solved, crew, counted<Model>(solved, crew, {}));
}

template <typename Model>
void encode_block(const Solved& solved, const Chances& chances, std::uint64_t block, std::vector<std::uint8_t>& out) {
    std::array<Cell, Model::block> room;
    RangeEncoder encoder(out);
    Writer writer{encoder, chances};
    run<Model>(solved.index.slice(), block, wanted_cells<Model>(solved, block, room), writer);
    encoder.finish();
}

template <typename Model>
void decode_block(const SliceIndex& index, const Chances& chances, std::uint64_t block,
                  std::span<const std::uint8_t> bytes, std::span<Cell> cells) {
    if constexpr (Model::skips_jumps)
        for_each_jump_flag<Model>(index, block, [&](std::uint32_t i, bool jumps) { cells[i] = !jumps; });
    RangeDecoder decoder(bytes);
    Reader reader{decoder, chances.data()};
    run<Model>(index.slice(), block, cells, reader);
}

template Chances measure<VerdictModel>(const Solved&, const Crew&);
template Chances measure<DistanceModel>(const Solved&, const Crew&);
template void encode_block<VerdictModel>(const Solved&, const Chances&, std::uint64_t, std::vector<std::uint8_t>&);
template void encode_block<DistanceModel>(const Solved&, const Chances&, std::uint64_t, std::vector<std::uint8_t>&);
template void decode_block<VerdictModel>(const SliceIndex&, const Chances&, std::uint64_t, std::span<const std::uint8_t>, std::span<Cell>);
template void decode_block<DistanceModel>(const SliceIndex&, const Chances&, std::uint64_t, std::span<const std::uint8_t>, std::span<Cell>);

}  // namespace crownhead::tablebase
