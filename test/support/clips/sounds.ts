const RATE = 16_000;

/** 16 kHz samples of a function of time that answers -1 to 1. */
export const sound = (seconds: number, at: (t: number) => number): Int16Array =>
  Int16Array.from({ length: Math.round(seconds * RATE) }, (_, i) =>
    Math.round(30_000 * at(i / RATE)),
  );

export const concat = (...parts: Int16Array[]): Int16Array => {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/** Hands samples on in pieces. */
export async function* inPieces(samples: Int16Array, size = 4096): AsyncGenerator<Int16Array> {
  for (let at = 0; at < samples.length; at += size) yield samples.slice(at, at + size);
}

export const silence = (seconds: number) => sound(seconds, () => 0);
export const tone = (seconds: number, hertz = 440) =>
  sound(seconds, (t) => 0.3 * Math.sin(2 * Math.PI * hertz * t));

/** White noise that is the same at each run. */
export function noise(seconds: number, level = 0.2): Int16Array {
  let state = 1;
  return sound(seconds, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return level * (state / 2 ** 31 - 1);
  });
}

/** Chords that change every second, each note ringing out. */
export const chords = (seconds: number) =>
  sound(seconds, (t) => {
    const root = [220, 293.66, 329.63, 246.94][Math.floor(t) % 4] ?? 220;
    const ringing = Math.exp(-1.5 * (t % 1));
    const notes = [1, 1.26, 1.5].flatMap((ratio) =>
      [1, 2, 3].map((h) => [ratio * h, 1 / h] as const),
    );
    return notes.reduce(
      (sum, [ratio, part]) =>
        sum + 0.08 * ringing * part * Math.sin(2 * Math.PI * root * ratio * t),
      0,
    );
  });

/**
 * Something like speech: syllables of buzz whose pitch and formants glide, hisses between them,
 * pauses for breath.
 */
export function babble(seconds: number): Int16Array {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  let phase = 0;
  let syllable = {
    from: 0,
    length: 0,
    pitch: 120,
    bend: 0,
    formant: 500,
    hiss: false,
    rest: false,
  };
  return sound(seconds, (t) => {
    if (t >= syllable.from + syllable.length) {
      const kind = random();
      syllable = {
        from: t,
        length: 0.08 + 0.17 * random(),
        pitch: 100 + 70 * random(),
        bend: 0.6 * (random() - 0.5),
        formant: 350 + 500 * random(),
        hiss: kind < 0.2,
        rest: kind > 0.85,
      };
    }
    const into = (t - syllable.from) / syllable.length;
    const swell = Math.sin(Math.PI * into);
    if (syllable.rest) return 0.0005 * random();
    if (syllable.hiss) return 0.08 * swell * (2 * random() - 1);
    const pitch = syllable.pitch * 2 ** (syllable.bend * into);
    phase += (2 * Math.PI * pitch) / RATE;
    let buzz = 0;
    for (let h = 1; h <= 12; h++) {
      const strength = 1 / (1 + Math.abs((h * pitch) / syllable.formant - 1) * 4);
      buzz += strength * Math.sin(h * phase);
    }
    return 0.12 * swell * buzz;
  });
}
