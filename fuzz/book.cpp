// Any bytes as an opening book, its checksums put right: it is refused, or every move that it knows is legal.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

#include "book/book.hpp"

using namespace crownhead;

namespace {

void put(std::vector<std::uint8_t>& data, std::size_t at, std::uint64_t value) {
    for (std::size_t i = 0; i < 8; ++i) data[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
}

// As docs/book-format.md describes them. Without this a fuzzer would see nothing but the first comparison.
void seal(std::vector<std::uint8_t>& data) {
    if (data.size() < 64) return;
    const Bytes bytes(data);
    put(data, 48, checksum(bytes.subspan(64)));
    put(data, 56, checksum(bytes.first(56)));
}

void look_up(const book::Book& known, const Position& position) {
    const MoveList moves = legal_moves(position);
    for (const book::BookMove& found : known.find(position)) {
        if (std::find(moves.begin(), moves.end(), found.move) == moves.end()) std::abort();
        if (found.score < -2048 || found.score > 2047 || found.depth < 0 || found.depth > 63) std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* given, std::size_t size) {
    std::vector<std::uint8_t> data(given, given + size);
    seal(data);
    const int file = memfd_create("book", 0);
    if (file < 0 || write(file, data.data(), data.size()) != static_cast<ssize_t>(data.size())) std::abort();
    try {
        const book::Book known("/proc/self/fd/" + std::to_string(file));
        known.recipe();
        look_up(known, start_position());
        for (const Move first : legal_moves(start_position())) {
            const Position position = after(start_position(), first);
            look_up(known, position);
            for (const Move second : legal_moves(position)) look_up(known, after(position, second));
        }
    } catch (const book::CorruptBook&) {
    }
    close(file);
    return 0;
}
