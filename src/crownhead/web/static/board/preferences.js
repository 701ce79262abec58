// How boards are shown on this page. Whoever has settings hands them on with prefer().

export const preferences = {
  numbers: true, // on the squares
  moveMarks: true, // where a piece can go
  black: "Black", // what the sides are called: that depends on their paint
  white: "White",
};
const listeners = new Set();

/** @param {Partial<typeof preferences>} changes */
export function prefer(changes) {
  Object.assign(preferences, changes);
  for (const listener of listeners) listener();
}

/** @param {() => void} listener */
export function onPreference(listener) {
  listeners.add(listener);
}
