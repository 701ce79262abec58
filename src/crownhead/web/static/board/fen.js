// A FEN as pieces on squares. What the server sends is right; what a person types is checked by the server.

export const START =
  "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

export function pieces(fen) {
  const found = new Map();
  for (const part of fen.split(":").slice(1)) {
    const colour = part.trim()[0] === "W" ? "white" : "black";
    for (const text of part.trim().slice(1).split(",")) {
      const king = text.trim()[0] === "K";
      const [first, last = first] = text.replace(/[K.\s]/g, "").split("-").map(Number); // 21-32 is a range
      for (let square = first; square <= last; square++) {
        if (square >= 1 && square <= 32) found.set(square, { colour, king });
      }
    }
  }
  return found;
}

export function fenOf(placed, turn) {
  const list = (colour) =>
    [...placed]
      .filter(([, piece]) => piece.colour === colour)
      .sort(([a], [b]) => a - b)
      .map(([square, piece]) => (piece.king ? `K${square}` : `${square}`))
      .join(",");
  return `${turn === "white" ? "W" : "B"}:W${list("white")}:B${list("black")}`;
}
