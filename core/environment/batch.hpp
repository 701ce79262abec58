// Many games at once, whose observations, masks, rewards and ends are written into arrays of the caller.
#pragma once

#include <memory>
#include <span>

#include "base/standing_crew.hpp"
#include "environment/env_game.hpp"
#include "rules/endgame_oracle.hpp"

namespace crownhead::environment {

// How an action is numbered: as one step, or as the place of a whole move in the list of legal moves.
enum class Actions : std::uint8_t { Steps, Moves };

constexpr std::int32_t no_action = -1;

constexpr int action_count(Actions actions) { return actions == Actions::Steps ? step_actions : max_moves; }

// One byte for each of the 32 squares, as the player to move sees them:
//   0-3  own men, own kings, enemy men, enemy kings
//   4    the piece that must go on jumping
//   5    moves since the last capture or advance of a man, on every square
//   6    how often the position has stood on the board before, on every square
constexpr int observation_planes = 7;
constexpr int observation_bytes = observation_planes * 32;

// What is written for each game; the arrays have as many rows as there are games.
struct Outputs {
    std::uint8_t* observation = nullptr;
    std::uint8_t* mask = nullptr;
    float* reward = nullptr;       // for the player who acted: 1 for a win
    std::uint8_t* done = nullptr;  // whether the game has ended; the next one has been set up if games restart
    std::uint8_t* turn = nullptr;  // who is to act next: 0 Black, 1 White
};

// Values for the player to act, written by label().
enum class Label : std::int8_t { Loss = -1, Draw = 0, Win = 1, Unknown = 2 };

class Batch {
public:
    // Games begin at one of these positions, drawn by lot, and again when they have ended if they restart. Throws
    // NoMoreThreads.
    Batch(int games, std::uint64_t seed, Actions actions, int threads, std::vector<Position> starts, bool restarts);

    int games() const { return static_cast<int>(games_.size()); }
    int threads() const { return crew_.size(); }
    Actions actions() const { return actions_; }
    const EnvGame& game(int number) const { return games_[static_cast<std::size_t>(number)].game; }

    void reset(std::uint64_t seed, const Outputs& out);
    // The first game whose action is not allowed; nothing has been done then. A game that is over takes no_action.
    std::optional<int> step(std::span<const std::int32_t> chosen, const Outputs& out);
    // Draws an allowed action for every game, each with the same chance.
    void sample(std::span<std::int32_t> chosen);
    void label(const EndgameOracle& oracle, std::span<std::int8_t> labels);
    void write(const Outputs& out);

    void set_position(int number, const Position& position);
    // Game `to` becomes what game `from` is, its past included; its own chances stay its own.
    void copy_game(int from, int to);
    // The same games, from now on apart.
    std::unique_ptr<Batch> copy() const;

private:
    struct Seat {  // at the table of one game
        EnvGame game;
        std::uint64_t random;
    };

    bool is_allowed(const EnvGame& game, std::int32_t action) const;
    void act(Seat& seat, std::int32_t action, std::size_t row, const Outputs& out);
    void write_row(const EnvGame& game, std::size_t row, const Outputs& out) const;
    void begin(Seat& seat);
    // Calls work(first, last) for parts of the games, on all threads.
    template <typename Work>
    void share(const Work& work);

    Actions actions_;
    std::vector<Position> starts_;
    bool restarts_;
    std::vector<Seat> games_;
    StandingCrew crew_;
};

}  // namespace crownhead::environment
