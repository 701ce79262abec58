// An opening book: for each position its known moves, with what is known of them. docs/book-format.md describes every
// byte of the file.
//
//   header      64 bytes: magic, version, sizes, checksums
//   recipe      how the book was made, as JSON, padded to a multiple of 8 bytes
//   buckets     where the records begin whose keys have the same highest bits, and where the last ones end
//   records     a word of key and count, then a word for each move; in books with counts three more words a move
//
// A position and its twin, colours exchanged and the board turned by half, are one: the side to move is always seen as
// Black.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "base/mapped_file.hpp"
#include "rules/movegen.hpp"

namespace crownhead::book {

// How the score of a move was found.
enum class Origin : std::uint8_t { Searched, BackedUp, Played, ByHand };

struct BookMove {
    Move move;
    int score;  // hundredths of a man, for the side that moves; -2047 to 2047, and from 2000 on a win
    int depth;  // plies of the search, 0-63
    Origin origin;
    std::uint32_t wins, draws, losses;  // of the side that moves, in games that were counted
};

// The same for a position and its twin.
std::uint64_t key_of(const Position& position);

// What is wrong with a file, without its name.
struct CorruptBook : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Book {
public:
    // Checks the whole file. Throws CorruptBook, or std::system_error if it cannot be read.
    explicit Book(const std::string& path);

    std::uint64_t positions() const { return positions_; }
    std::uint64_t moves() const { return moves_; }
    std::string_view recipe() const;

    // The known moves in the order of the file; none where the position is unknown. A word that names no legal move,
    // which a sound writer never makes, is passed over.
    std::vector<BookMove> find(const Position& position) const;

private:
    std::size_t move_bytes() const { return has_counts_ ? 16 : 4; }
    Bytes bucket(std::uint64_t key) const;
    void check_header(Bytes file);
    void check_buckets() const;

    MappedFile file_;
    Bytes recipe_, buckets_, records_;
    std::uint64_t positions_ = 0, moves_ = 0;
    int bucket_bits_ = 0;
    bool has_counts_ = false;
};

}  // namespace crownhead::book
