# A hash of the core's sources, the same on every system, as the header OUT. What the core computes is in them: compiler
# and instruction set only make it faster.
file(GLOB_RECURSE sources RELATIVE "${ROOT}" "${ROOT}/core/*.[ch]pp" "${ROOT}/bindings/*.[ch]pp")
list(SORT sources)
set(all "")
foreach(source IN LISTS sources)
  file(READ "${ROOT}/${source}" content)
  string(REPLACE "\r\n" "\n" content "${content}")
  string(SHA256 hash "${content}")
  string(APPEND all "${source} ${hash}\n")
endforeach()
string(SHA256 hash "${all}")
string(SUBSTRING "${hash}" 0 16 hash)
file(WRITE "${OUT}" "#pragma once\n#define CROWNHEAD_SOURCE_HASH \"${hash}\"\n")
