// Two clocks that tick here between the messages of the server, which alone decides.

export class ClockFaces {
  /** @type {{ black: number, white: number, running: "black" | "white" | null } | null} */
  #data = null; // seconds left, and whose clock runs
  #since = 0;

  constructor(faces) {
    this.faces = faces; // { black: element, white: element }
    setInterval(() => this.#draw(), 200);
  }

  set(data) {
    this.#data = data;
    this.#since = performance.now();
    this.#draw();
  }

  #draw() {
    for (const [side, face] of Object.entries(this.faces)) {
      face.hidden = !this.#data;
      if (!this.#data) continue;
      const running = this.#data.running === side;
      const used = running ? (performance.now() - this.#since) / 1000 : 0;
      const left = Math.max(0, this.#data[side] - used);
      face.textContent = shown(left);
      face.classList.toggle("running", running);
      face.classList.toggle("low", left < 20);
    }
  }
}

function shown(seconds) {
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (seconds < 10) return seconds.toFixed(1);
  const tail = `${String(minutes).padStart(hours ? 2 : 1, "0")}:${String(rest).padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}
