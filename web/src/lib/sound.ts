/** A knock on wood, made on the spot: no sound file is loaded. */
let audio: AudioContext | null = null;

export function knock(times = 1): void {
  try {
    audio ??= new AudioContext();
    for (let at = 0; at < times; at++) strike(audio, audio.currentTime + at * 0.16);
  } catch {
    // No sound here; nothing depends on it.
  }
}

function strike(context: AudioContext, when: number): void {
  const tone = context.createOscillator();
  const loud = context.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(210, when);
  tone.frequency.exponentialRampToValueAtTime(90, when + 0.08);
  loud.gain.setValueAtTime(0.0001, when);
  loud.gain.exponentialRampToValueAtTime(0.25, when + 0.005);
  loud.gain.exponentialRampToValueAtTime(0.0001, when + 0.14);
  tone.connect(loud).connect(context.destination);
  tone.start(when);
  tone.stop(when + 0.16);
}
