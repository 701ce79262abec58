// Scores, from the view of the side to move.
//
//      win_score - n      a proved win: the opponent cannot move after n plies
//      database_win ...   a win by a database that does not know the distance; the part below it steers
//      evaluation         worth_of_a_man each, within +-evaluation_limit
//      0                  a draw
//
// and the same below zero for losses. Distances count from the root of the search, in the transposition table from the
// position they belong to.
#pragma once

#include <cstdint>

#include "evaluation/evaluation.hpp"

namespace crownhead {

constexpr Score infinite_score = 32000;
constexpr Score win_score = 30000;
constexpr Score least_distance_win = 28000;  // no win is 2,000 plies away
constexpr Score database_win = 20000;
constexpr Score least_database_win = 12000;
constexpr Score draw_score = 0;

constexpr int max_ply = 240;    // as far as a line of the search may go
constexpr int max_depth = 120;  // as deep as iterations go

// A score as it leaves the core.
struct ReportedScore {
    enum class Kind : std::uint8_t { WinIn, LossIn, DatabaseWin, DatabaseLoss, DatabaseDraw, Evaluation };

    Kind kind = Kind::Evaluation;
    int plies = 0;     // of WinIn and LossIn: until the loser cannot move
    int centimen = 0;  // hundredths of a man: the evaluation, or what tells one database win or loss from another
    Score raw = 0;     // the score in the unit of the core

    static constexpr ReportedScore of(Score score, bool from_database);
};

constexpr Score win_in(int plies) { return win_score - plies; }
constexpr Score loss_in(int plies) { return plies - win_score; }
constexpr bool is_decided(Score score) { return score >= least_database_win || score <= -least_database_win; }

// Between distances from the root and, in the transposition table, from a position `ply` plies below it.
constexpr Score to_table(Score score, int ply) {
    return score >= least_database_win ? score + ply : score <= -least_database_win ? score - ply : score;
}
constexpr Score from_table(Score score, int ply) {
    return score >= least_database_win ? score - ply : score <= -least_database_win ? score + ply : score;
}

constexpr ReportedScore ReportedScore::of(Score score, bool from_database) {
    if (score >= least_distance_win) return {Kind::WinIn, win_score - score, 0, score};
    if (score <= -least_distance_win) return {Kind::LossIn, win_score + score, 0, score};
    if (score >= least_database_win) return {Kind::DatabaseWin, 0, centimen_of(score - database_win), score};
    if (score <= -least_database_win) return {Kind::DatabaseLoss, 0, centimen_of(score + database_win), score};
    const bool is_draw = from_database && score == draw_score;
    return {is_draw ? Kind::DatabaseDraw : Kind::Evaluation, 0, centimen_of(score), score};
}

}  // namespace crownhead
