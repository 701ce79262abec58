#include "training/self_play.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "training/random_ending.hpp"

namespace crownhead::training {
namespace {

constexpr std::size_t table_megabytes = 4;  // a game's searches need less, and it is quickly cleared
constexpr int longest_game = 240;           // plies
constexpr Score widest_score = 2000;
constexpr Score least_win = 150;          // what a win is worth, however it looks
constexpr Score unbalanced_ending = 300;  // beyond this an ending has little to teach

Verdict verdict_of(const Report& report) {
    using Kind = ReportedScore::Kind;
    switch (report.score.kind) {
        case Kind::WinIn:
        case Kind::DatabaseWin: return Verdict::Win;
        case Kind::LossIn:
        case Kind::DatabaseLoss: return Verdict::Loss;
        case Kind::DatabaseDraw: return Verdict::Draw;
        case Kind::Evaluation: break;
    }
    return report.score.raw == draw_score && report.database_hits > 0 ? Verdict::Draw : Verdict::Unknown;
}

// What is known for certain outweighs how it looks; some of how it looks is left, to make progress by.
Score bent(Score score, Verdict verdict) {
    switch (verdict) {
        case Verdict::Win: return std::max(score, least_win);
        case Verdict::Loss: return std::min(score, -least_win);
        case Verdict::Draw: return score * 3 / 10;
        case Verdict::Unknown: break;
    }
    return score;
}

std::int8_t result_for_black(Verdict verdict, Side turn) {
    if (verdict != Verdict::Win && verdict != Verdict::Loss) return 0;
    return (verdict == Verdict::Win) == (turn == Side::Black) ? 1 : -1;
}

// Scores are averaged as expected results: a game that is won by five men is not five times as won.
constexpr double steepness = 90;  // of a score: what changes the odds by the factor e

double expected(Score score) { return 1 / (1 + std::exp(-score / steepness)); }
Score score_of(double expected) {
    return std::clamp(static_cast<Score>(std::lround(steepness * std::log(expected / (1 - expected)))), -widest_score,
                      widest_score);
}

Move random_move(const MoveList& moves, Dice& dice) { return moves[dice.number(moves.size())]; }

}  // namespace

void SelfPlay::Place::play(Move move) {
    const bool reversible = !move.is_jump() && (position.kings & single(move.origin()));
    if (reversible) earlier.push_back(position.key);
    else earlier.clear();
    position = after(position, move);
}

bool SelfPlay::Place::is_drawn() const {
    return earlier.size() >= quiet_plies_for_draw || std::count(earlier.begin(), earlier.end(), position.key) >= 2;
}

SelfPlay::SelfPlay(const SelfPlayRecipe& recipe, std::shared_ptr<const Evaluation> evaluation,
                   std::shared_ptr<const EndgameOracle> oracle, std::vector<std::vector<Position>> ballots)
    : recipe_(recipe),
      evaluation_(evaluation),
      oracle_(oracle),
      ballots_(std::move(ballots)),
      searching_(1, table_megabytes, evaluation, oracle),
      searching_alone_(1, table_megabytes, evaluation, nullptr) {}

std::vector<Sample> SelfPlay::play(std::uint64_t seed, int games, const StopToken& stop) {
    Dice dice(seed);
    samples_.clear();
    noted_.clear();
    for (int game = 0; game < games; ++game) {
        if (stop.is_stopped()) throw Interrupted();
        searching_.forget();
        searching_alone_.forget();
        play_game(dice);
    }
    return std::move(samples_);
}

// What came later in a game, and what it ended in, says nothing about the positions before a move by chance, nor about
// those aside.
void SelfPlay::play_game(Dice& dice) {
    Place place = dice.happens(recipe_.endings) ? ending(dice) : ballot(dice);
    std::vector<Told> told;  // since the last move by chance
    std::int8_t result = 0;
    int settled = 0;
    for (int ply = 0; ply < longest_game && !place.is_drawn(); ++ply) {
        if (count(place.position.occupied()) < recipe_.fewest_pieces) return average_ahead(told);
        const MoveList moves = legal_moves(place.position);
        if (moves.empty()) {
            result = result_for_black(Verdict::Loss, place.position.turn);
            break;
        }
        if (moves.size() == 1) {  // nothing to decide, and nothing to note
            place.play(moves[0]);
            continue;
        }
        const Judged judged = judge(place);
        settled = judged.verdict == Verdict::Unknown ? 0 : settled + 1;
        result = result_for_black(judged.verdict, place.position.turn);
        const auto sample = moves[0].is_jump() ? std::nullopt : note(place.position, judged.score);
        told.push_back({sample, place.position.turn == Side::Black ? judged.score : -judged.score,
                        judged.verdict != Verdict::Unknown});
        if (settled > recipe_.settled_plies) break;
        if (dice.happens(recipe_.aside)) look_aside(place, dice);
        const bool by_chance = dice.happens(recipe_.random_moves);
        if (by_chance) {
            average_ahead(told);
            told.clear();
        }
        place.play(by_chance ? random_move(moves, dice) : judged.best);
    }
    average_ahead(told);
    for (const Told& one : told)
        if (one.sample) samples_[*one.sample].result = result;
}

// TD(lambda): later searches of the same game look deeper, so each score becomes the mean of itself and those that
// follow, the later ones counting less and less. What is certain needs no such opinions.
void SelfPlay::average_ahead(const std::vector<Told>& told) {
    const double lambda = recipe_.td_lambda;
    double sum = 0, weight = 0;
    for (auto one = told.rbegin(); one != told.rend(); ++one) {
        const double own = expected(one->score);
        if (one->is_certain) {
            weight = 1 / (1 - std::min(lambda, 0.999));
            sum = weight * own;
            continue;
        }
        sum = own + lambda * sum;
        weight = 1 + lambda * weight;
        if (one->sample && lambda > 0) samples_[*one->sample].score = static_cast<std::int16_t>(score_of(sum / weight));
    }
}

SelfPlay::Place SelfPlay::ballot(Dice& dice) const {
    const auto& set = ballots_[static_cast<std::size_t>(dice.number(static_cast<int>(ballots_.size())))];
    Place place{set[static_cast<std::size_t>(dice.number(static_cast<int>(set.size())))], {}};
    for (int plies = dice.between(0, recipe_.opening_plies); plies > 0; --plies) {
        const MoveList moves = legal_moves(place.position);
        Place next = place;
        next.play(random_move(moves, dice));
        if (legal_moves(next.position).empty()) break;
        place = std::move(next);
    }
    return place;
}

// One that neither side has won at first sight.
SelfPlay::Place SelfPlay::ending(Dice& dice) {
    for (;;) {
        const Place place{random_ending(dice, recipe_.least_pieces, recipe_.most_pieces), {}};
        if (std::abs(evaluation_->of(place.position)) > unbalanced_ending) continue;
        const Judged judged = judge(place);
        if (judged.verdict == Verdict::Unknown && std::abs(judged.score) <= unbalanced_ending) return place;
        note(place.position, judged.score);
        if (judged.verdict == Verdict::Draw) return place;
    }
}

void SelfPlay::look_aside(Place place, Dice& dice) {
    for (int steps = dice.between(1, 3); steps > 0 || must_jump(place.position); --steps) {
        const MoveList moves = legal_moves(place.position);
        if (moves.empty()) return;
        place.play(random_move(moves, dice));
    }
    if (legal_moves(place.position).empty() || place.is_drawn()) return;
    note(place.position, judge(place).score);
}

SelfPlay::Judged SelfPlay::judge(const Place& place) {
    const Position& position = place.position;
    const bool is_known = oracle_ && count(position.occupied()) <= oracle_->most_pieces();
    Search& search = is_known ? searching_alone_ : searching_;
    Task task;
    task.position = position;
    task.earlier = place.earlier;
    task.reversible = static_cast<int>(place.earlier.size());
    task.nodes = recipe_.nodes;
    Report last;
    search.begin(task);
    search.run(task, [&](const Report& report) { last = report; });
    Judged judged;
    judged.best = last.line.front();
    judged.verdict = is_known ? oracle_->verdict(position) : verdict_of(last);
    const bool is_evaluation =
        last.score.kind == ReportedScore::Kind::Evaluation && (is_known || judged.verdict == Verdict::Unknown);
    const Score seen = is_evaluation ? last.score.raw : evaluation_->of(position);
    judged.score = std::clamp(bent(seen, judged.verdict), -widest_score, widest_score);
    return judged;
}

// The number of the sample; none if the position was noted before.
std::optional<std::size_t> SelfPlay::note(const Position& position, Score score) {
    if (!noted_.insert(position.key).second) return std::nullopt;
    const bool white_to_move = position.turn == Side::White;
    samples_.push_back({gather(position.black), gather(position.white), gather(position.kings), white_to_move,
                        unknown_result, static_cast<std::int16_t>(white_to_move ? -score : score)});
    return samples_.size() - 1;
}

}  // namespace crownhead::training
