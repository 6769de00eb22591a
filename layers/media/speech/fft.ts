/** Fast Fourier transform of real signals of one length, a power of two. Reuses its buffers. */
export class Fft {
  readonly #size: number;
  readonly re: Float64Array;
  readonly im: Float64Array;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  readonly #order: Uint32Array;

  constructor(size: number) {
    this.#size = size;
    this.re = new Float64Array(size);
    this.im = new Float64Array(size);
    const angle = (2 * Math.PI) / size;
    this.#cos = Float64Array.from({ length: size / 2 }, (_, i) => Math.cos(angle * i));
    this.#sin = Float64Array.from({ length: size / 2 }, (_, i) => Math.sin(angle * i));
    const bits = Math.log2(size);
    this.#order = Uint32Array.from({ length: size }, (_, index) => {
      let reversed = 0;
      for (let bit = 0; bit < bits; bit++)
        if (index & (1 << bit)) reversed |= 1 << (bits - 1 - bit);
      return reversed;
    });
  }

  /** Transforms what stands in `re` and `im`, in place. */
  transform(): void {
    const { re, im } = this;
    const size = this.#size;
    for (let i = 0; i < size; i++) {
      const j = this.#order[i] as number;
      if (j <= i) continue;
      const x = re[i] as number;
      const y = im[i] as number;
      re[i] = re[j] as number;
      im[i] = im[j] as number;
      re[j] = x;
      im[j] = y;
    }
    for (let half = 1; half < size; half *= 2) {
      const step = size / (2 * half);
      for (let base = 0; base < size; base += 2 * half) {
        for (let k = 0; k < half; k++) {
          const cos = this.#cos[k * step] as number;
          const sin = this.#sin[k * step] as number;
          const upper = base + k;
          const lower = upper + half;
          const a = re[lower] as number;
          const b = im[lower] as number;
          const x = a * cos + b * sin;
          const y = b * cos - a * sin;
          re[lower] = (re[upper] as number) - x;
          im[lower] = (im[upper] as number) - y;
          re[upper] = (re[upper] as number) + x;
          im[upper] = (im[upper] as number) + y;
        }
      }
    }
  }
}
