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

// A move from the chair of the side that makes it.
struct SeenMove {
    int origin, target;
    std::uint32_t captured;
};

SeenMove seen_by(Side side, Move move) {
    if (side == Side::Black) return {index_of_bit(move.origin()), index_of_bit(move.target()), gather(move.captured())};
    return {31 - index_of_bit(move.origin()), 31 - index_of_bit(move.target()), gather(turned(move.captured()))};
}

// The legal move that the lowest twelve bits of a word name. Moves of one origin and target are told apart by their
// rank in the order of what they capture.
Move named(std::uint32_t word, Side side, const MoveList& moves) {
    const auto fits = [&](Move move) {
        const SeenMove seen = seen_by(side, move);
        return seen.origin == static_cast<int>(word & 31) && seen.target == static_cast<int>(word >> 5 & 31);
    };
    const auto rank_of = [&](Move move) {
        std::uint32_t rank = 0;
        for (const Move other : moves)
            rank += fits(other) && seen_by(side, other).captured < seen_by(side, move).captured;
        return rank;
    };
    const auto found = std::find_if(moves.begin(), moves.end(), [&](Move move) {
        return fits(move) && (!move.is_jump() || rank_of(move) == (word >> 10 & 3));
    });
    return found == moves.end() ? Move() : *found;
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
    MoveList moves = legal_moves(position);
    keep_one_of_each_result(moves);
    std::vector<BookMove> found;
    found.reserve(length / move_bytes());
    for (std::size_t here = at + 8; here < at + 8 + length; here += move_bytes()) {
        const auto word = get_fixed<std::uint32_t>(records, here);
        const Move move = named(word, position.turn, moves);
        if (!move) continue;
        const auto count = [&](std::size_t which) {
            return has_counts_ ? get_fixed<std::uint32_t>(records, here + 4 * which) : 0;
        };
        found.push_back({move, static_cast<std::int32_t>(word) >> 20, static_cast<int>(word >> 14 & 63),
                         static_cast<Origin>(word >> 12 & 3), count(1), count(2), count(3)});
    }
    return found;
}

}  // namespace crownhead::book
