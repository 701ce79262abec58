// A FEN as pieces on squares: see the board.

export { START, fenOf, pieces } from "../board/fen.js";
