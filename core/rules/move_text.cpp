#include "rules/move_text.hpp"

namespace crownhead {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_sign(char c) { return c == '-' || c == 'x' || c == ':' || c == 'X'; }

// The given squares are visited in this order, with or without others between.
bool touches(const Path& path, const ListedSquares& given) {
    int at = 0;
    for (int i = 0; i < path.length && at < given.length; ++i)
        if (path.squares[static_cast<std::size_t>(i)] == given.squares[static_cast<std::size_t>(at)]) ++at;
    return at == given.length;
}

bool fits(Move move, const ListedSquares& given, bool in_full) {
    if (move.origin() != given.squares[0]) return false;
    if (move.target() != given.squares[static_cast<std::size_t>(given.length - 1)]) return false;
    const Path path = path_of(move);
    return in_full ? path.length == given.length && touches(path, given) : touches(path, given);
}

Matched only_fit(const MoveList& moves, const ListedSquares& given, bool in_full) {
    Matched found{Match::NoneFits, {}};
    for (const Move move : moves) {
        if (!fits(move, given, in_full)) continue;
        if (found.match == Match::Found && found.move.result() != move.result()) return {Match::SeveralFit, {}};
        if (found.match == Match::NoneFits) found = {Match::Found, move};
    }
    return found;
}

}  // namespace

ListedSquares read_squares(std::string_view text) {
    ListedSquares given;
    std::size_t i = 0;
    while (given.length <= max_captures) {
        const std::size_t begin = i;
        int number = 0;
        for (; i < text.size() && is_digit(text[i]) && i - begin < 3; ++i) number = number * 10 + (text[i] - '0');
        if (i == begin || number < 1 || number > 32) return {};
        given.squares[static_cast<std::size_t>(given.length++)] = bit_of_index(number - 1);
        if (i == text.size()) return given.length >= 2 ? given : ListedSquares{};
        if (!is_sign(text[i++])) return {};
    }
    return {};
}

Matched match_move(const Position& position, std::string_view text) {
    const ListedSquares given = read_squares(text);
    if (given.length == 0) return {Match::Malformed, {}};
    const MoveList moves = legal_moves(position);
    const Matched whole = only_fit(moves, given, true);
    return whole.match == Match::Found ? whole : only_fit(moves, given, false);
}

bool needs_full_path(const Position& position, Move move) {
    const MoveList moves = legal_moves(position);
    return std::ranges::count_if(moves, [&](Move other) {
               return other.origin() == move.origin() && other.target() == move.target();
           }) > 1;
}

}  // namespace crownhead
