#include "tablebase/file.hpp"

#include <mutex>

#include "base/bytes.hpp"

namespace crownhead::tablebase {
namespace {

constexpr std::array<std::uint8_t, 8> magic = {'C', 'R', 'O', 'W', 'N', 'E', 'N', 'D'};
constexpr std::uint32_t version = 1;
constexpr std::size_t header_bytes = 128, checksum_at = 120;
constexpr std::uint64_t group_blocks = 64;
constexpr std::size_t entry_bytes = 16;  // of the directory: offset, checksum

std::size_t contexts_of(TableKind kind) {
    return kind == TableKind::Verdicts ? VerdictModel::contexts : DistanceModel::contexts;
}

// -- chances: a zero is followed by how many more zeros there are -----------------------------------------

std::vector<std::uint8_t> packed(const Chances& chances) {
    std::vector<std::uint8_t> out;
    for (std::size_t i = 0; i < chances.size();) {
        out.push_back(chances[i]);
        if (chances[i++] != 0) continue;
        const std::size_t begin = i;
        while (i < chances.size() && chances[i] == 0) ++i;
        put_varint(out, i - begin);
    }
    return out;
}

Chances unpacked(Bytes bytes, std::size_t contexts) {
    Chances chances;
    for (std::size_t at = 0; at < bytes.size();) {
        chances.push_back(bytes[at++]);
        if (chances.back() != 0) continue;
        const auto more = get_varint(bytes, at);
        if (!more || *more > contexts - std::min(contexts, chances.size()))
            throw CorruptFile("its table of chances is broken");
        chances.resize(chances.size() + *more);
    }
    if (chances.size() != contexts) throw CorruptFile("its table of chances has the wrong size");
    return chances;
}

// -- writing ----------------------------------------------------------------------------------------------

template <typename Model>
std::vector<std::uint8_t> group_bytes(const Solved& solved, const Chances& chances, std::uint64_t group) {
    std::vector<std::uint8_t> lengths, blocks;
    const std::uint64_t end = std::min((group + 1) * group_blocks, blocks_of<Model>(solved.values.size()));
    for (std::uint64_t block = group * group_blocks; block < end; ++block) {
        const std::size_t before = blocks.size();
        encode_block<Model>(solved, chances, block, blocks);
        put_varint(lengths, blocks.size() - before);
    }
    lengths.insert(lengths.end(), blocks.begin(), blocks.end());
    return lengths;
}

struct Body {
    std::vector<std::uint8_t> chances;
    std::vector<std::vector<std::uint8_t>> groups;
};

template <typename Model>
Body body_of(const Solved& solved, const ThreadCrew& crew) {
    const Chances chances = measure<Model>(solved, crew);
    const std::uint64_t groups = (blocks_of<Model>(solved.values.size()) + group_blocks - 1) / group_blocks;
    Body body{packed(chances), std::vector<std::vector<std::uint8_t>>(groups)};
    crew.share(groups, 1, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t g = begin; g < end; ++g) body.groups[g] = group_bytes<Model>(solved, chances, g);
    });
    return body;
}

void put_header(std::vector<std::uint8_t>& out, const Slice& s, TableKind kind, const Statistics& statistics,
                const Body& body) {
    out.insert(out.end(), magic.begin(), magic.end());
    put_fixed(out, version);
    for (const int n : {static_cast<int>(kind), s.black_men, s.black_kings, s.white_men, s.white_kings, 0, 0, 0})
        put_fixed(out, static_cast<std::uint8_t>(n));
    put_fixed(out, block_of(kind));
    put_fixed(out, statistics.positions());
    put_fixed(out, statistics.wins);
    put_fixed(out, statistics.losses);
    put_fixed(out, statistics.draws);
    put_fixed(out, static_cast<std::int32_t>(statistics.longest_win));
    put_fixed(out, static_cast<std::int32_t>(statistics.longest_loss));
    put_fixed(out, statistics.longest_win_index);
    put_fixed(out, statistics.longest_loss_index);
    put_fixed(out, static_cast<std::uint32_t>(body.chances.size()));
    put_fixed(out, static_cast<std::uint32_t>(statistics.histogram.size()));
    put_fixed(out, static_cast<std::uint64_t>(body.groups.size()));
}

// Of all that is checked when a file is opened, the place of this sum left out.
std::uint64_t front_checksum(Bytes front) {
    return checksum(front.subspan(checksum_at + 8), checksum(front.first(checksum_at)));
}

void check_name(Bytes file, const Slice& slice, TableKind kind) {
    const Slice found{file[13], file[14], file[15], file[16]};
    if (found == slice && file[12] == static_cast<std::uint8_t>(kind)) return;
    const bool sensible =
        std::max({found.black_men, found.black_kings, found.white_men, found.white_kings}) <= max_pieces_per_side;
    throw CorruptFile("it is the table of other pieces or of the other kind" +
                      (sensible ? " (" + found.name() + (file[12] ? ".dtw" : ".wld") + ")" : ""));
}

// Whether a header tells of a slice of so many positions something that can be.
bool fits(const Statistics& told, std::uint64_t plies, Index positions) {
    const bool adds_up = told.wins <= positions && told.losses <= positions - told.wins &&
                         told.draws == positions - told.wins - told.losses;
    return adds_up && plies <= most_plies + 1 && std::max(told.longest_win, told.longest_loss) <= most_plies &&
           std::min(told.longest_win, told.longest_loss) >= -1 &&
           std::max(told.longest_win_index, told.longest_loss_index) < positions;
}

}  // namespace

Statistics statistics_of(const Values& values, const ThreadCrew& crew) {
    Statistics total;
    if (values.has_distances()) total.histogram.assign(most_plies + 1, 0);
    std::mutex adding;
    crew.share(values.size(), 1 << 18, [&](Index begin, Index end) {
        std::array<std::uint64_t, 4> verdicts{};
        std::vector<std::uint64_t> histogram(total.histogram.size());
        std::array<std::pair<int, Index>, 4> longest;
        longest.fill({-1, 0});
        for (Index i = begin; i < end; ++i) {
            const EndgameValue value = values.at(i);
            const auto verdict = static_cast<std::size_t>(value.verdict);
            ++verdicts[verdict];
            if (value.plies < 0) continue;
            ++histogram[static_cast<std::size_t>(value.plies)];
            if (value.plies > longest[verdict].first) longest[verdict] = {value.plies, i};
        }
        const std::scoped_lock lock(adding);
        total.wins += verdicts[static_cast<std::size_t>(Verdict::Win)];
        total.losses += verdicts[static_cast<std::size_t>(Verdict::Loss)];
        total.draws += verdicts[static_cast<std::size_t>(Verdict::Draw)];
        for (std::size_t i = 0; i < histogram.size(); ++i) total.histogram[i] += histogram[i];
        const auto take = [](const std::pair<int, Index>& found, int& plies, Index& index) {
            if (found.first > plies || (found.first == plies && plies >= 0 && found.second < index)) {
                plies = found.first;
                index = found.second;
            }
        };
        take(longest[static_cast<std::size_t>(Verdict::Win)], total.longest_win, total.longest_win_index);
        take(longest[static_cast<std::size_t>(Verdict::Loss)], total.longest_loss, total.longest_loss_index);
    });
    total.histogram.resize(std::min<std::size_t>(
        total.histogram.size(), static_cast<std::size_t>(std::max(total.longest_win, total.longest_loss) + 1)));
    return total;
}

std::vector<std::uint8_t> table_bytes(const Solved& solved, TableKind kind, const Statistics& statistics,
                                      const ThreadCrew& crew) {
    const Body body =
        kind == TableKind::Verdicts ? body_of<VerdictModel>(solved, crew) : body_of<DistanceModel>(solved, crew);
    Statistics told = statistics;
    if (kind == TableKind::Verdicts) {
        told.longest_win = told.longest_loss = -1;
        told.longest_win_index = told.longest_loss_index = 0;
        told.histogram.clear();
    }
    std::vector<std::uint8_t> out;
    put_header(out, solved.index.slice(), kind, told, body);
    out.resize(header_bytes);
    out.insert(out.end(), body.chances.begin(), body.chances.end());
    for (const std::uint64_t n : told.histogram) put_fixed(out, n);
    std::uint64_t offset = out.size() + entry_bytes * body.groups.size();
    for (const auto& group : body.groups) {
        put_fixed(out, offset);
        put_fixed(out, checksum(group));
        offset += group.size();
    }
    std::vector<std::uint8_t> length;
    put_fixed(length, offset);
    std::copy(length.begin(), length.end(), out.begin() + checksum_at - 8);
    std::vector<std::uint8_t> sum;
    put_fixed(sum, front_checksum(out));
    std::copy(sum.begin(), sum.end(), out.begin() + checksum_at);
    out.reserve(offset);
    for (const auto& group : body.groups) out.insert(out.end(), group.begin(), group.end());
    return out;
}

// -- reading ----------------------------------------------------------------------------------------------

TableFile::TableFile(const std::string& path, const Slice& slice, TableKind kind)
    : mapping_(path), index_(slice), kind_(kind) {
    const Bytes file = mapping_.bytes();
    if (file.empty()) throw CorruptFile("it is empty");
    if (file.size() < header_bytes) throw CorruptFile("it is too short to be a table");
    if (!std::equal(magic.begin(), magic.end(), file.begin())) throw CorruptFile("it is no table of crownhead");
    if (get_fixed<std::uint32_t>(file, 8) != version)
        throw CorruptFile("it has version " + std::to_string(get_fixed<std::uint32_t>(file, 8)) +
                          " and this program reads version " + std::to_string(version));
    check_name(file, slice, kind);
    const std::uint64_t chances = get_fixed<std::uint32_t>(file, 80), plies = get_fixed<std::uint32_t>(file, 84);
    const std::uint64_t groups = get_fixed<std::uint64_t>(file, 88), length = get_fixed<std::uint64_t>(file, 112);
    if (length != file.size())
        throw CorruptFile("it has " + std::to_string(file.size()) + " bytes and should have " + std::to_string(length));
    const std::uint64_t expected_groups = (blocks() + group_blocks - 1) / group_blocks;
    const std::uint64_t front = header_bytes + chances + 8 * plies + entry_bytes * expected_groups;
    if (groups != expected_groups || get_fixed<std::uint32_t>(file, 20) != block_of(kind) ||
        get_fixed<std::uint64_t>(file, 24) != index_.size() || front > file.size())
        throw CorruptFile("its header does not fit its pieces");
    if (front_checksum(file.first(front)) != get_fixed<std::uint64_t>(file, checksum_at))
        throw CorruptFile("the checksum of its header is wrong");

    statistics_.wins = get_fixed<std::uint64_t>(file, 32);
    statistics_.losses = get_fixed<std::uint64_t>(file, 40);
    statistics_.draws = get_fixed<std::uint64_t>(file, 48);
    statistics_.longest_win = get_fixed<std::int32_t>(file, 56);
    statistics_.longest_loss = get_fixed<std::int32_t>(file, 60);
    statistics_.longest_win_index = get_fixed<std::uint64_t>(file, 64);
    statistics_.longest_loss_index = get_fixed<std::uint64_t>(file, 72);
    if (!fits(statistics_, plies, index_.size())) throw CorruptFile("its statistics do not fit its pieces");
    const Chances told = unpacked(file.subspan(header_bytes, chances), contexts_of(kind));
    chances_ =
        kind == TableKind::Verdicts ? in_decoding_order<VerdictModel>(told) : in_decoding_order<DistanceModel>(told);
    for (std::uint64_t i = 0; i < plies; ++i)
        statistics_.histogram.push_back(get_fixed<std::uint64_t>(file, header_bytes + chances + 8 * i));
    directory_ = file.subspan(header_bytes + chances + 8 * plies, entry_bytes * groups);
    checked_ = std::make_unique<std::atomic<bool>[]>(groups);
}

std::span<const std::uint8_t> TableFile::group(std::uint64_t number) const {
    const Bytes file = mapping_.bytes();
    const bool last = entry_bytes * (number + 1) == directory_.size();
    const auto begin = get_fixed<std::uint64_t>(directory_, entry_bytes * number);
    const auto end = last ? file.size() : get_fixed<std::uint64_t>(directory_, entry_bytes * (number + 1));
    if (begin > end || end > file.size()) throw CorruptFile("its directory is broken");
    const Bytes bytes = file.subspan(begin, end - begin);
    if (!checked_[number].load(std::memory_order_relaxed)) {
        if (checksum(bytes) != get_fixed<std::uint64_t>(directory_, entry_bytes * number + 8))
            throw CorruptFile("the checksum of its blocks from number " + std::to_string(number * group_blocks) +
                              " is wrong");
        checked_[number].store(true, std::memory_order_relaxed);
    }
    return bytes;
}

void TableFile::check() const {
    for (std::uint64_t g = 0; g < directory_.size() / entry_bytes; ++g) group(g);
}

std::span<const std::uint8_t> TableFile::code_of(std::uint64_t block) const {
    const Bytes bytes = group(block / group_blocks);
    const std::uint64_t here = block % group_blocks;
    const std::uint64_t in_group = std::min(group_blocks, blocks() - (block - here));
    std::size_t at = 0;
    std::uint64_t before = 0, length = 0;
    for (std::uint64_t i = 0; i < in_group; ++i) {
        const auto size = get_varint(bytes, at);
        if (!size || *size > bytes.size()) throw CorruptFile("the lengths of its blocks are broken");
        if (i < here) before += *size;
        if (i == here) length = *size;
    }
    if (at + before + length > bytes.size()) throw CorruptFile("a block does not fit its group");
    return bytes.subspan(at + before, length);
}

}  // namespace crownhead::tablebase
