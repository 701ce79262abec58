// What one player asks of the other, and the answer.

import { announce, find, show } from "../lib/dom.js";
import { word } from "../lib/settings.js";
import { nameOf, other } from "../lib/table.js";

const ASKED = { draw: "offers a draw", undo: "asks to take back the last move", redo: "asks to play the move again" };
const ASKING = { draw: "You offered a draw.", undo: "You asked to take back your move.", redo: "You asked to play the move again." };

// { text, mine, yes, no } of what is open between the players, or null.
export function openOffer(game, side) {
  const friend = () => nameOf(game, other(side), side);
  if (game.result !== "*") {
    if (game.kind !== "link" || game.rematch.length !== 1 || side === "none") return null;
    if (game.rematch[0] === side) return { text: `You asked for a rematch. Waiting for ${inside(friend())}…`, mine: true };
    return { text: `${friend()} asks for a rematch.`, mine: false, yes: "Play again", no: "No, thanks" };
  }
  if (!game.offer) return null;
  const { kind, side: by } = game.offer;
  if (side === "both") return { text: `${word(by)} ${ASKED[kind]}. ${word(other(by))}, do you accept?`, mine: false, yes: "Accept", no: "Decline" };
  if (side === "none") return { text: `${nameOf(game, by, side)} ${ASKED[kind]}.`, mine: true };
  if (by !== side) return { text: `${friend()} ${ASKED[kind]}.`, mine: false, yes: kind === "draw" ? "Accept" : "Allow", no: "Decline" };
  return { text: `${ASKING[kind]} Waiting for ${game.engine ? "the computer" : inside(friend())}…`, mine: true };
}

const inside = (name) => (name === "Your friend" ? "your friend" : name);

export function drawOffer(game, side) {
  const offer = openOffer(game, side);
  const card = find("#offer");
  show(card, Boolean(offer));
  if (!offer) {
    card.dataset.text = "";
    return;
  }
  find("#offer p").textContent = offer.text;
  show(find("#accept"), !offer.mine);
  show(find("#decline"), side !== "none");
  find("#accept").textContent = offer.yes ?? "Accept";
  find("#decline").textContent = offer.mine ? "Cancel" : offer.no;
  if (card.dataset.text !== offer.text) announce(offer.text);
  card.dataset.text = offer.text;
}
