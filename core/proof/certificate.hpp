// A certificate: what the prover plays, so that a stranger can check every line. docs/proof-format.md describes it.
//
// A proof that the attacker wins is a set of positions without a cycle; one that the defender does not lose may come
// back to itself for ever. In both, the prover has one move where it is its turn, and every move of the other leads to
// a position of the set, until a position that a database knows.
#pragma once

#include <set>
#include <stdexcept>
#include <vector>

#include "proof/proof_search.hpp"
#include "tablebase/slice.hpp"

namespace crownhead::proof {

// The code of a position: the number of a legal move, or one of these.
constexpr std::uint8_t every_move = 254;
constexpr std::uint8_t leaf = 255;

struct Certificate {
    std::vector<std::uint8_t> codes;    // of positions that have a move, depth first, each once
    std::uint64_t leaves = 0;           // how many of them are leaves
    std::set<tablebase::Slice> slices;  // to which the leaves belong
};

// The table was too small to write it down, or the time too short.
struct NotCertified : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// After search() has answered. Searches again what the table has lost. Throws NotCertified, or
// std::logic_error if the search was sure and wrong.
Certificate certify_win(ProofSearch& search, const Position& root, const StopToken& stop);
Certificate certify_no_loss(ProofSearch& search, const Position& root, const StopToken& stop);

}  // namespace crownhead::proof
