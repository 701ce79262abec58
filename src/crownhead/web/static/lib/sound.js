// A soft knock for a move and a lower one for a capture, made on the spot: no files, and silent by default.

import { settings } from "./settings.js";

let context = null;

export function knock(captures = 0) {
  if (!settings.sound) return;
  try {
    context ??= new AudioContext();
    for (let n = 0; n <= captures; n++) tone(context.currentTime + n * 0.09, captures ? 170 : 240);
  } catch {
    // No sound on this device.
  }
}

function tone(at, pitch) {
  const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0.35, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.08);
  source.connect(volume).connect(context.destination);
  source.start(at);
  source.stop(at + 0.09);
}
