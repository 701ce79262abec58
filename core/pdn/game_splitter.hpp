// Finding where one game of a PDN file ends and the next begins, in one pass over a stream of any length.
//
// A game ends with * or a result outside comments, tags and variations, or where a tag follows moves. Nothing
// is understood beyond that: the pieces go to the parser, which says what is wrong with them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace crownhead {

struct GameText {
    std::string text;
    std::size_t line = 1;    // of its first character in the file
    std::size_t offset = 0;  // of its first character in the file
    bool cut = false;        // it was longer than allowed, and the text is only its beginning
};

class GameSplitter {
public:
    explicit GameSplitter(std::size_t most_characters) : most_characters_(most_characters) {}

    // Takes the next part of the file and returns the games that have ended. The last call gives final = true.
    std::vector<GameText> feed(std::string_view part, bool final);

private:
    enum class State : unsigned char { Text, Comment, LineComment, Tag, String };

    void scan_text(std::size_t limit);
    void scan_special();
    void scan_comment(char end);
    void scan_tag();
    void scan_string(std::size_t limit);
    void skip_space(std::size_t limit);
    std::size_t end_of_word(std::size_t i, std::size_t limit);
    bool closes_on_another_line() const;
    bool marks_a_move() const;
    std::size_t space_length(std::size_t i) const;
    std::size_t result_length() const;
    void finish_game();
    void drop_scanned();
    std::string_view scanned() const { return std::string_view(buffer_).substr(begin_, here_ - begin_); }
    char at(std::size_t i) const { return i < buffer_.size() ? buffer_[i] : '\0'; }

    std::size_t most_characters_;
    std::string buffer_;
    std::size_t dropped_ = 0;  // characters of the file before the buffer
    std::size_t begin_ = 0;    // of the game that is being read
    std::size_t here_ = 0;     // what comes before has been scanned
    std::size_t line_ = 1;     // where the game begins
    State state_ = State::Text;
    int depth_ = 0;          // of variations
    bool has_body_ = false;  // something other than tags and comments was seen
    bool in_word_ = false;   // what was scanned ends within a word
    bool cut_ = false;
    char last_dropped_ = '\0';  // of a game that was cut, the last character that was not kept
    GameText beginning_;        // of a game that was cut
    std::vector<GameText> found_;
};

}  // namespace crownhead
