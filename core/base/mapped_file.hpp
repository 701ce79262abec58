// A file in memory, read only: mapped where the system can do that, otherwise read.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace crownhead {

class MappedFile {
public:
    // Throws std::system_error, with the path in its text.
    explicit MappedFile(const std::string& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::uint8_t> bytes() const { return bytes_; }

private:
    std::vector<std::uint8_t> read_;  // where nothing is mapped
    std::span<const std::uint8_t> bytes_;
};

}  // namespace crownhead
