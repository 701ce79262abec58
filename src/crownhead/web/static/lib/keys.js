// Keys of seats stay in this browser: for this tab, and for the next one.

const storeName = (id) => `crownhead.game.${id}`;

export function remember(id, seats) {
  try {
    for (const storage of [sessionStorage, localStorage]) storage.setItem(storeName(id), JSON.stringify(seats));
  } catch {
    // Without storage the game is still in the library.
  }
}

/** @returns {Record<string, string> | null} */
export function remembered(id) {
  try {
    return JSON.parse(sessionStorage.getItem(storeName(id)) ?? localStorage.getItem(storeName(id)) ?? "null");
  } catch {
    return null;
  }
}
