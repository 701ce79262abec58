#include "tablebase/initial_value.hpp"

#include "tablebase/successor.hpp"

namespace crownhead::tablebase {

InitialValue start_of(const Library& library, const Placement& placement, const Exits& exits) {
    const Position p = position_of(placement);
    const Bits empty = p.empty();
    const auto value_of = [&](const Placement& next) { return library.value_of(next); };
    if (const Bits jumping = jumpers_of(p)) return {InitialValue::Kind::Final, value_of_jumps(p, jumping, value_of)};

    InitialValue start{InitialValue::Kind::Open, {}};
    const auto leave = [&](Bits from, Bits to) {
        start.kind = InitialValue::Kind::Leaves;
        start.value = better(start.value, before(value_of(after_move(p, from, to, 0))));
    };
    const auto leave_by = [&](Bits men, Bits goals) {
        for_each_bit(forward<Side::Black, 4>(men) & goals, [&](Bit to) { leave(single(to - 4), single(to)); });
        for_each_bit(forward<Side::Black, 5>(men) & goals, [&](Bit to) { leave(single(to - 5), single(to)); });
    };
    leave_by(p.black & ~p.kings, empty & crownhead_row<Side::Black>);
    if (exits.goals) leave_by(spread(exits.men), empty & spread(exits.goals) & ~crownhead_row<Side::Black>);
    return start;
}

}  // namespace crownhead::tablebase
