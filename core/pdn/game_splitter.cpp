#include "pdn/game_splitter.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace crownhead {
namespace {

// How far a decision may look ahead: to the end of a string on the next line, to what follows a star.
constexpr std::size_t look_ahead = 1024;
// What is kept of a game that is too long: enough for its tags.
constexpr std::size_t kept_of_a_cut_game = 1 << 16;

constexpr std::array<std::string_view, 7> results = {"1/2-1/2", "1-0", "0-1", "0-0", "2-0", "1-1", "0-2"};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_of_a_result(char c) { return is_digit(c) || c == '/' || c == '-'; }

// What a character can begin in move text.
enum class Kind : unsigned char { Other, Space, ResultDigit, Special };

constexpr std::array<Kind, 256> make_kinds() {
    std::array<Kind, 256> kinds{};
    for (const unsigned char c : std::string_view(" \t\n\v\f\r.")) kinds[c] = Kind::Space;
    for (const unsigned char c : std::string_view("012")) kinds[c] = Kind::ResultDigit;
    for (const unsigned char c : std::string_view("{%;[*()")) kinds[c] = Kind::Special;
    return kinds;
}
constexpr std::array<Kind, 256> kinds = make_kinds();
constexpr Kind kind_of(char c) { return kinds[static_cast<unsigned char>(c)]; }

std::size_t lines_in(std::string_view text) { return static_cast<std::size_t>(std::ranges::count(text, '\n')); }

}  // namespace

std::vector<GameText> GameSplitter::feed(std::string_view part, bool final) {
    buffer_.append(part);
    // Beyond this nothing is decided yet: what comes in the next part may matter.
    const std::size_t limit = buffer_.size() - (final ? 0 : std::min(look_ahead, buffer_.size()));
    while (here_ < limit) {
        switch (state_) {
            case State::Text: scan_text(limit); break;
            case State::Comment: scan_comment('}'); break;
            case State::LineComment: scan_comment('\n'); break;
            case State::Tag: scan_tag(); break;
            case State::String: scan_string(limit); break;
        }
        if (here_ - begin_ > most_characters_) drop_scanned();
    }
    if (final) finish_game();
    buffer_.erase(0, begin_);
    dropped_ += begin_;
    here_ -= std::exchange(begin_, 0);
    return std::exchange(found_, {});
}

// Words, until something begins that is no move text, or up to the limit.
void GameSplitter::scan_text(std::size_t limit) {
    if (here_ == begin_ && !cut_) skip_space(limit);
    const char* text = buffer_.data();
    std::size_t i = in_word_ ? end_of_word(here_, limit) : here_;
    while (i < limit && kind_of(text[i]) != Kind::Special) {
        if (const std::size_t length = space_length(i)) {
            i += length;
            continue;
        }
        here_ = i;
        if (kind_of(text[i]) == Kind::ResultDigit && depth_ == 0)
            if (const std::size_t length = result_length()) {
                here_ += length;
                return finish_game();
            }
        has_body_ = true;
        i = end_of_word(i + 1, limit);
    }
    here_ = i;
    if (i < limit) scan_special();
}

// White space before a game is no part of it, however long.
void GameSplitter::skip_space(std::size_t limit) {
    here_ = std::min(buffer_.find_first_not_of(" \t\n\v\f\r", here_), limit);
    line_ += lines_in(scanned());
    begin_ = here_;
}

// Where the limit cuts a word in two, its second half is no word of its own: 21-0 does not end in a result.
std::size_t GameSplitter::end_of_word(std::size_t i, std::size_t limit) {
    while (i < limit && kind_of(buffer_[i]) != Kind::Space && kind_of(buffer_[i]) != Kind::Special) ++i;
    in_word_ = i == limit;
    return i;
}

void GameSplitter::scan_special() {
    const char c = at(here_);
    if (c == '[' && has_body_) finish_game();
    if (c == '{') state_ = State::Comment;
    if (c == '%' || c == ';') state_ = State::LineComment;
    if (c == '[') state_ = State::Tag;
    const bool ends = c == '*' && depth_ == 0 && !marks_a_move();
    if (c == '(' || c == ')' || c == '*') has_body_ = true;
    depth_ = std::max(0, depth_ + (c == '(') - (c == ')'));
    ++here_;
    if (ends) finish_game();
}

void GameSplitter::scan_comment(char end) {
    const std::size_t found = buffer_.find(end, here_);
    here_ = found == std::string::npos ? buffer_.size() : found + 1;
    if (found != std::string::npos) state_ = State::Text;
}

void GameSplitter::scan_tag() {
    here_ = std::min(buffer_.find_first_of("\"]\n", here_), buffer_.size());
    if (const char c = at(here_); c == '"') state_ = State::String;
    else if (c == ']' || c == '\n') state_ = State::Text;
    here_ = std::min(here_ + 1, buffer_.size());
}

// A quotation mark ends the string only where the bracket follows: people forget to escape those within.
void GameSplitter::scan_string(std::size_t limit) {
    here_ = std::min(buffer_.find_first_of("\"\\\n", here_), limit);
    if (here_ == limit) return;
    const char c = at(here_);
    here_ = std::min(here_ + 1, buffer_.size());
    if (c == '\\' && at(here_) != '\n') {
        here_ = std::min(here_ + 1, buffer_.size());
    } else if (c == '"') {
        std::size_t next = here_;
        while ((at(next) == ' ' || at(next) == '\t') && next + 1 < here_ + look_ahead) ++next;
        if (at(next) == ']' || at(next) == '\n' || at(next) == '\r') state_ = State::Tag;
    } else if (c == '\n' && !closes_on_another_line()) {
        state_ = State::Text;
    }
}

// Whether the string goes on behind the end of the line, or its end was forgotten.
bool GameSplitter::closes_on_another_line() const {
    const std::string_view rest = std::string_view(buffer_).substr(here_, look_ahead);
    const std::size_t quote = rest.find('"');
    if (quote == std::string_view::npos || rest.substr(0, quote).find('[') != std::string_view::npos) return false;
    const std::size_t next = rest.find_first_not_of(" \t\r\n", quote + 1);
    return next != std::string_view::npos && rest[next] == ']';
}

// A star behind a move is its only good move, and not the end of the game, if more moves follow.
bool GameSplitter::marks_a_move() const {
    const char before = here_ > begin_ ? at(here_ - 1) : last_dropped_;
    if (!is_digit(before) && before != '!' && before != '?') return false;
    const std::size_t next = buffer_.find_first_not_of(" \t\r\n", here_ + 1);
    return next != std::string::npos && next < here_ + look_ahead && buffer_[next] != '[';
}

// White space, or a line break that some program has written out: \r as two characters.
std::size_t GameSplitter::space_length(std::size_t i) const {
    if (kind_of(buffer_[i]) == Kind::Space) return 1;
    return buffer_[i] == '\\' && (at(i + 1) == 'r' || at(i + 1) == 'n') ? 2 : 0;
}

std::size_t GameSplitter::result_length() const {
    if (at(here_ + 1) != '-' && at(here_ + 1) != '/') return 0;
    const std::string_view rest = std::string_view(buffer_).substr(here_, look_ahead);
    for (const std::string_view result : results)
        if (rest.starts_with(result) && (rest.size() == result.size() || !is_of_a_result(rest[result.size()])))
            return result.size();
    return 0;
}

// What has been scanned is a game.
void GameSplitter::finish_game() {
    if (here_ - begin_ > most_characters_) drop_scanned();
    const std::string_view text = scanned();
    if (cut_) found_.push_back(std::exchange(beginning_, {}));
    else if (!text.empty()) found_.push_back({std::string(text), line_, dropped_ + begin_, false});
    line_ += lines_in(text);
    begin_ = here_;
    depth_ = 0;
    has_body_ = in_word_ = cut_ = false;
    last_dropped_ = '\0';
    state_ = State::Text;
}

// The game is too long to be kept: its beginning is, and the rest is read over.
void GameSplitter::drop_scanned() {
    const std::string_view text = scanned();
    if (!cut_)
        beginning_ = {std::string(text.substr(0, std::min(kept_of_a_cut_game, most_characters_))), line_,
                      dropped_ + begin_, true};
    cut_ = true;
    last_dropped_ = text.back();
    line_ += lines_in(text);
    begin_ = here_;
}

}  // namespace crownhead
