/** Reflected polynomial of CRC-64/NVME, as two 32-bit halves. */
const POLYNOMIAL = { high: 0x9a6c9329, low: 0xac4bc9b5 } as const;

const HIGH = new Uint32Array(256);
const LOW = new Uint32Array(256);
for (let byte = 0; byte < 256; byte += 1) {
  let [high, low] = [0, byte];
  for (let bit = 0; bit < 8; bit += 1) {
    const carry = low & 1;
    low = ((low >>> 1) | (high << 31)) >>> 0;
    high >>>= 1;
    if (carry) {
      high = (high ^ POLYNOMIAL.high) >>> 0;
      low = (low ^ POLYNOMIAL.low) >>> 0;
    }
  }
  HIGH[byte] = high;
  LOW[byte] = low;
}

/** A running CRC-64/NVME; Node has none of its own. */
export class Crc64Nvme {
  #high = 0xffffffff;
  #low = 0xffffffff;

  update(data: Uint8Array): void {
    let [high, low] = [this.#high, this.#low];
    for (const byte of data) {
      const index = (low ^ byte) & 0xff;
      low = (((low >>> 8) | (high << 24)) ^ (LOW[index] ?? 0)) >>> 0;
      high = ((high >>> 8) ^ (HIGH[index] ?? 0)) >>> 0;
    }
    this.#high = high;
    this.#low = low;
  }

  /** Eight bytes, most significant first. */
  digest(): Buffer {
    const out = Buffer.alloc(8);
    out.writeUInt32BE(~this.#high >>> 0, 0);
    out.writeUInt32BE(~this.#low >>> 0, 4);
    return out;
  }
}
