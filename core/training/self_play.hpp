// Games of the engine against itself: positions with the score that a search gave them, for whoever fits weights.
//
// A game begins with a ballot and some moves by chance, or with an ending by chance. Later chance plays now and then too,
// or leads to a position aside that is scored and left again: a search meets many positions that no good player would
// reach, and the evaluation has to know them.
#pragma once

#include <optional>
#include <unordered_set>
#include <vector>

#include "base/stop_token.hpp"
#include "search/search.hpp"
#include "training/dice.hpp"

namespace crownhead::training {

// As it stands in a file.
struct Sample {
    std::uint32_t black = 0;  // a bit a square, square 1 the lowest
    std::uint32_t white = 0;
    std::uint32_t kings = 0;
    std::uint8_t white_to_move = 0;
    std::int8_t result = 0;  // of the game: 1 if Black won, -1 if White did; or unknown_result
    std::int16_t score = 0;  // for Black
};
static_assert(sizeof(Sample) == 16);
constexpr std::int8_t unknown_result = 2;

struct SelfPlayRecipe {
    std::uint64_t nodes;  // for each score
    int opening_plies;    // at most so many moves by chance after the ballot
    double random_moves;  // the share of them later
    double aside;         // how often a position aside is scored
    double endings;       // the share of games that begin with an ending
    int least_pieces;     // of such an ending
    int most_pieces;
    int settled_plies;  // that a game goes on when its outcome is known
    int fewest_pieces;  // with fewer a game ends, its outcome unknown
    double td_lambda;   // TD(lambda): how much each later score of the game counts, compared with the one before it
};

class SelfPlay {
public:
    // Ballots come in sets, each of which is as likely as another. The oracle may be null.
    SelfPlay(const SelfPlayRecipe& recipe, std::shared_ptr<const Evaluation> evaluation,
             std::shared_ptr<const EndgameOracle> oracle, std::vector<std::vector<Position>> ballots);

    // The samples of so many games, no position twice; the same for the same seed. Throws Interrupted.
    std::vector<Sample> play(std::uint64_t seed, int games, const StopToken& stop);

private:
    // A position and what the draw rules need to know of the way to it.
    struct Place {
        Position position;
        std::vector<Key> earlier;  // since the last capture or advance
        void play(Move move);
        bool is_drawn() const;
    };
    struct Judged {
        Move best;
        Score score = 0;  // for the side to move, bent to the verdict
        Verdict verdict = Verdict::Unknown;
    };

    // A score of the game, for Black; no sample where the position was noted before or has a jump.
    struct Told {
        std::optional<std::size_t> sample;
        Score score;
        bool is_certain;
    };

    void play_game(Dice& dice);
    Place ballot(Dice& dice) const;
    Place ending(Dice& dice);
    void look_aside(Place place, Dice& dice);
    Judged judge(const Place& place);
    std::optional<std::size_t> note(const Position& position, Score score);
    void average_ahead(const std::vector<Told>& told);

    SelfPlayRecipe recipe_;
    std::shared_ptr<const Evaluation> evaluation_;
    std::shared_ptr<const EndgameOracle> oracle_;
    std::vector<std::vector<Position>> ballots_;
    Search searching_;        // asks the oracle
    Search searching_alone_;  // does not: for positions whose verdict is known without a search
    std::vector<Sample> samples_;
    std::unordered_set<Key> noted_;
};

}  // namespace crownhead::training
