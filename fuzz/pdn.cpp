// Any bytes as a PDN file: the games that the splitter finds do not depend on how the file comes in parts, stand where it
// says, and their moves are played as far as they go.
#include <cstdint>
#include <cstdlib>

#include "pdn/game_splitter.hpp"
#include "pdn/move_run.hpp"
#include "rules/movegen.hpp"

using namespace crownhead;

namespace {

constexpr std::size_t most_characters = 300;  // so few that games which are too long are met
constexpr std::size_t padding = 1100;         // more than the splitter looks ahead: all is decided before the end

void require(bool holds) {
    if (!holds) std::abort();
}

std::vector<GameText> split(std::string_view text, std::size_t part) {
    GameSplitter splitter(most_characters);
    std::vector<GameText> pieces;
    for (std::size_t at = 0; at < text.size(); at += part)
        for (GameText& piece : splitter.feed(text.substr(at, part), false)) pieces.push_back(std::move(piece));
    for (GameText& piece : splitter.feed({}, true)) pieces.push_back(std::move(piece));
    return pieces;
}

// As the parser does: where a run ends, the rest is tried again a little further on.
void play(std::string_view text) {
    Position position = start_position();
    for (std::size_t at = 0; at < text.size(); ++at) {
        const MoveRun run = play_run(position, text, at);
        require(run.end >= at && run.end <= text.size() && run.moves.size() == run.positions.size());
        if (!run.positions.empty()) position = run.positions.back();
        at = run.end;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string text = std::string(reinterpret_cast<const char*>(data + 1), size - 1) + std::string(padding, ' ');
    const std::vector<GameText> whole = split(text, text.size() + 1), parts = split(text, 1 + data[0]);
    require(whole.size() == parts.size());
    for (std::size_t i = 0; i < whole.size(); ++i) {
        require(whole[i].text == parts[i].text && whole[i].line == parts[i].line);
        require(whole[i].offset == parts[i].offset && whole[i].cut == parts[i].cut);
        require(text.substr(whole[i].offset, whole[i].text.size()) == whole[i].text);
        play(whole[i].text);
    }
    return 0;
}
