// What a board shows of a game in PDN: where it begins, and the moves of its main line.

const RESULT = /^(?:\*|1-0|0-1|0-0|1\/2-1\/2|2-0|0-2|1-1)$/;

/** @param {string} text */
export function readPdn(text) {
  const fen = /\[\s*FEN\s+"([^"]*)"\s*\]/i.exec(text)?.[1] ?? null;
  let body = text.replace(/\[\s*\w+\s+"[^"]*"\s*\]/g, " ").replace(/\{[^}]*\}/g, " ");
  for (let before = ""; before !== body; ) [before, body] = [body, body.replace(/\([^()]*\)/g, " ")];
  return { fen, moves: wordsOf(body) };
}

/** The moves in a text, without their numbers, marks and the result. @param {string} text */
export function wordsOf(text) {
  return text
    .replace(/\d+\s*\.+/g, " ")
    .split(/\s+/)
    .filter((word) => word && !RESULT.test(word) && !word.startsWith("$"))
    .map((word) => word.replace(/[!?*]+$/, ""))
    .filter(Boolean);
}
