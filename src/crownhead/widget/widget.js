
// The widget of notebooks around <crownhead-board>: moves go to Python and come from there, and the engine's lines are
// shown below the board.

function render({ model, el }) {
  const board = document.createElement("crownhead-board");
  const button = document.createElement("button");
  const said = document.createElement("span");
  const lines = document.createElement("ol");
  button.type = "button";
  button.textContent = "Analyse";
  button.style.cssText = "font: inherit; padding: 0.4em 1em; margin-right: 0.8em; cursor: pointer";
  lines.style.cssText = "font-variant-numeric: tabular-nums; margin: 0.4em 0";
  const foot = document.createElement("p");
  foot.append(button, said);
  foot.setAttribute("role", "status");
  el.style.maxWidth = "30rem";
  el.append(board, foot, lines);

  const showMoves = () => {
    const moves = model.get("moves");
    if (board.moves.slice(0, board.ply).join() === moves.join()) return;
    board.setAttribute("ply", String(moves.length));
    board.setAttribute("moves", moves.join(" "));
  };
  const showLook = () => {
    board.toggleAttribute("flipped", model.get("flipped"));
    board.setAttribute("theme", model.get("theme"));
  };
  const showThought = () => {
    button.disabled = model.get("thinking");
    said.textContent = model.get("thinking") ? "The engine is thinking…" : model.get("said");
    lines.replaceChildren(...model.get("lines").map(({ depth, score, line }) => {
      const item = document.createElement("li");
      item.textContent = `${score}  ${line}  (depth ${depth})`;
      return item;
    }));
  };
  board.setAttribute("fen", model.get("fen"));
  showLook();
  showMoves();
  showThought();
  board.addEventListener("move", () => {
    model.set("moves", board.moves.slice(0, board.ply));
    model.save_changes();
  });
  button.addEventListener("click", () => model.send({ ask: "analyse" }));
  model.on("change:moves", showMoves);
  for (const name of ["flipped", "theme"]) model.on(`change:${name}`, showLook);
  for (const name of ["thinking", "said", "lines"]) model.on(`change:${name}`, showThought);
}

export default { render };
