#include "pdn/move_run.hpp"

#include <algorithm>

namespace crownhead {
namespace {

constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_of_a_move(char c) { return is_digit(c) || c == '-' || c == 'x' || c == ':'; }

// What may stand behind a move without a space: anything else makes it something other than a move.
constexpr bool may_follow(char c) {
    return is_space(c) || c == '{' || c == '(' || c == ')' || c == '$' || c == '!' || c == '?' || c == ';' || c == '%';
}

// Characters. Beyond these nothing is looked at: else whoever calls again behind each word of a run of megabytes
// would have all of it scanned each time.
constexpr std::size_t longest_number = 9;
constexpr std::size_t longest_move = 64;  // twelve jumps are 13 squares of three digits at most, and 12 signs

std::size_t end_of_number(std::string_view text, std::size_t i) {
    const std::size_t limit = std::min(text.size(), i + longest_number);
    while (i < limit && is_digit(text[i])) ++i;
    if (i == text.size() || text[i] != '.') return i;
    while (i < text.size() && text[i] == '.') ++i;
    return i;
}

// As match_move, which need not look at all moves where nothing can be jumped.
Matched match(const Position& position, std::string_view text) {
    if (!must_jump(position)) {
        const ListedSquares given = read_squares(text);
        if (given.length != 2) return match_move(position, text);
        const Move move = Move::quiet(given.squares[0], given.squares[1]);
        return {is_legal(position, move) ? Match::Found : Match::NoneFits, move};
    }
    return match_move(position, text);
}

// Short captures unless that is ambiguous, - and x as they should be, no zeros in front.
bool is_well_written(const Position& before, Move move, std::string_view text) {
    const char sign = move.is_jump() ? 'x' : '-';
    int squares = 1;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (is_digit(text[i])) {
            if (text[i] == '0' && (i == 0 || !is_digit(text[i - 1]))) return false;
        } else {
            if (text[i] != sign) return false;
            ++squares;
        }
    }
    if (count(move.captured()) < 2) return true;
    return (squares > 2) == needs_full_path(before, move);
}

}  // namespace

MoveRun play_run(const Position& position, std::string_view text, std::size_t begin) {
    MoveRun run;
    run.end = begin;
    run.moves.reserve(64);
    run.positions.reserve(64);
    Position here = position;
    for (std::size_t i = begin; i < text.size(); run.end = i) {
        if (is_space(text[i])) {
            ++i;
            continue;
        }
        if (!is_digit(text[i])) break;
        const std::size_t number = end_of_number(text, i);
        if (number > i && text[number - 1] == '.') {
            i = number;
            continue;
        }
        const std::size_t limit = std::min(text.size(), i + longest_move);
        std::size_t end = i;
        while (end < limit && is_of_a_move(text[end])) ++end;
        if (end < text.size() && !may_follow(text[end])) break;
        const std::string_view written = text.substr(i, end - i);
        const Matched matched = match(here, written);
        if (matched.match != Match::Found) break;
        if (!is_well_written(here, matched.move, written)) run.odd.push_back({here, matched.move, i});
        here = after(here, matched.move);
        run.moves.push_back(matched.move);
        run.positions.push_back(here);
        i = end;
    }
    return run;
}

}  // namespace crownhead
