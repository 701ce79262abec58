#include "book/book.hpp"

#include <algorithm>
#include <array>

namespace crownhead::book {
namespace {

constexpr std::size_t header_bytes = 64;
constexpr std::array<std::uint8_t, 8> magic = {'C', 'H', 'B', 'O', 'O', 'K', '1', '\n'};
constexpr std::uint32_t version = 1;
constexpr int fewest_bucket_bits = 8;  // a record keeps the lower 56 bits of its key
constexpr int most_bucket_bits = 24;

constexpr std::uint64_t mixed(std::uint64_t word) {  // the finalizer of SplitMix64
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9ULL;
    word = (word ^ word >> 27) * 0x94D049BB133111EBULL;
    return word ^ word >> 31;
}

Position seen_as_black(const Position& position) { return position.turn == Side::Black ? position : flipped(position); }

// Moves of one origin and target are told apart by their rank in the order of what they capture.
int rank_of(Move move, const MoveList& moves) {
    int rank = 0;
    for (const Move other : moves)
        rank += other.origin() == move.origin() && other.target() == move.target() &&
                gather(other.captured()) < gather(move.captured());
    return rank;
}

constexpr std::uint32_t name_of(int origin, int target, int rank) {
    return static_cast<std::uint32_t>(origin | target << 5 | rank << 10);
}

}  // namespace

std::uint64_t key_of(const Position& position) {
    const Position seen = seen_as_black(position);
    const std::uint64_t men = std::uint64_t{gather(seen.white)} << 32 | gather(seen.black);
    return mixed(mixed(men) + gather(seen.kings));
}

Book::Book(const std::string& path) : file_(path) {
    check_header(file_.bytes());
    check_buckets();
}

void Book::check_header(Bytes file) {
    if (file.size() < header_bytes || !std::equal(magic.begin(), magic.end(), file.begin()))
        throw CorruptBook("it is no opening book");
    const auto found = get_fixed<std::uint32_t>(file, 8);
    if (found != version)
        throw CorruptBook("it is of version " + std::to_string(found) + " and this program reads version 1");
    if (checksum(file.first(56)) != get_fixed<std::uint64_t>(file, 56))
        throw CorruptBook("its header is damaged: the checksum is wrong");
    bucket_bits_ = file[12];
    has_counts_ = file[13] & 1;
    positions_ = get_fixed<std::uint64_t>(file, 16);
    moves_ = get_fixed<std::uint64_t>(file, 24);
    const auto recipe = get_fixed<std::uint64_t>(file, 32), records = get_fixed<std::uint64_t>(file, 40);
    if (bucket_bits_ < fewest_bucket_bits || bucket_bits_ > most_bucket_bits)
        throw CorruptBook("its header is damaged: " + std::to_string(bucket_bits_) + " bits for buckets");
    const std::uint64_t buckets = ((std::uint64_t{1} << bucket_bits_) + 1) * 4;
    const std::uint64_t rest = file.size() - header_bytes;
    if (recipe > rest || records > rest || (recipe + 7) / 8 * 8 + buckets + records != rest)
        throw CorruptBook("it has " + std::to_string(file.size()) + " bytes and its header tells of another length");
    if (checksum(file.subspan(header_bytes)) != get_fixed<std::uint64_t>(file, 48))
        throw CorruptBook("it is damaged: the checksum is wrong");
    recipe_ = file.subspan(header_bytes, recipe);
    buckets_ = file.subspan(header_bytes + (recipe + 7) / 8 * 8, buckets);
    records_ = file.last(records);
}

void Book::check_buckets() const {
    std::uint32_t before = 0;
    for (std::size_t at = 0; at < buckets_.size(); at += 4) {
        const auto begin = get_fixed<std::uint32_t>(buckets_, at);
        if (begin < before || begin > records_.size()) throw CorruptBook("its table of buckets makes no sense");
        before = begin;
    }
}

std::string_view Book::recipe() const { return {reinterpret_cast<const char*>(recipe_.data()), recipe_.size()}; }

Bytes Book::bucket(std::uint64_t key) const {
    const std::size_t number = key >> (64 - bucket_bits_);
    const auto begin = get_fixed<std::uint32_t>(buckets_, number * 4);
    return records_.subspan(begin, get_fixed<std::uint32_t>(buckets_, number * 4 + 4) - begin);
}

std::vector<BookMove> Book::find(const Position& position) const {
    const std::uint64_t key = key_of(position);
    const Bytes records = bucket(key);
    std::size_t at = 0;
    std::size_t length = 0;  // of the moves of a record
    for (;; at += 8 + length) {
        if (records.size() - at < 8) return {};
        const auto word = get_fixed<std::uint64_t>(records, at);
        length = (word & 255) * move_bytes();
        if (length > records.size() - at - 8) return {};
        if (word >> 8 == (key & ((std::uint64_t{1} << 56) - 1))) break;
    }
    const bool turn = position.turn == Side::White;
    MoveList moves = legal_moves(position), seen = legal_moves(seen_as_black(position));
    keep_one_of_each_result(moves);
    keep_one_of_each_result(seen);
    std::vector<BookMove> found;
    for (std::size_t here = at + 8; here < at + 8 + length; here += move_bytes()) {
        const auto word = get_fixed<std::uint32_t>(records, here);
        const auto is_named = [&](Move move) {
            return name_of(index_of_bit(move.origin()), index_of_bit(move.target()), rank_of(move, seen)) ==
                   (word & 0xFFF);
        };
        const auto named = std::find_if(seen.begin(), seen.end(), is_named);
        if (named == seen.end()) continue;
        const auto same = [&](Move move) {
            return turn ? 34 - move.origin() == named->origin() && 34 - move.target() == named->target() &&
                              turned(move.captured()) == named->captured()
                        : move == *named;
        };
        const auto count = [&](std::size_t which) {
            return has_counts_ ? get_fixed<std::uint32_t>(records, here + 4 * which) : 0;
        };
        found.push_back({*std::find_if(moves.begin(), moves.end(), same), static_cast<std::int32_t>(word) >> 20,
                         static_cast<int>(word >> 14 & 63), static_cast<Origin>(word >> 12 & 3), count(1), count(2),
                         count(3)});
    }
    return found;
}

}  // namespace crownhead::book
