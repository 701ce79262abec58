#include "base/mapped_file.hpp"

#include <cerrno>
#include <system_error>
#if defined(__unix__) || defined(__APPLE__)
#define CROWNHEAD_MAPS_FILES
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#else
#include <fstream>
#include <iterator>
#endif

namespace crownhead {

#ifdef CROWNHEAD_MAPS_FILES

MappedFile::MappedFile(const std::string& path) {
    const auto fail = [&] { throw std::system_error(errno, std::generic_category(), path); };
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) fail();
    struct stat status {};
    void* memory = nullptr;
    const bool known = ::fstat(file, &status) == 0;
    const auto size = static_cast<std::size_t>(status.st_size);
    if (known && size > 0) memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
    const int error = errno;
    ::close(file);
    errno = error;
    if (!known || memory == MAP_FAILED) fail();
    bytes_ = {static_cast<const std::uint8_t*>(memory), size};
}

MappedFile::~MappedFile() {
    if (!bytes_.empty()) ::munmap(const_cast<std::uint8_t*>(bytes_.data()), bytes_.size());
}

#else

MappedFile::MappedFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::system_error(errno ? errno : ENOENT, std::generic_category(), path);
    read_.assign(std::istreambuf_iterator<char>(file), {});
    bytes_ = read_;
}

MappedFile::~MappedFile() = default;

#endif

}  // namespace crownhead
