// Packets of a transport stream: ISO/IEC 13818-1, sections 2.4.3.2 and 2.4.3.6.

const PACKET_BYTES = 188;
const TICKS = 90_000;
const PES_START = 1;
/** Where few frames tell how long one lasts. */
const USUAL_FRAME_SECONDS = 0.04;

/**
 * Numbers of the packet identifiers that the tracks of a run have, whichever of both it holds; what
 * has other ones are tables.
 */
export const PIDS = { picture: 0x100, sound: 0x101 } as const;

/**
 * Goes with the bytes of transport streams that are put one behind the other: tells where the one
 * that has passed ends, and counts packets on, since each of them counts its own from zero.
 */
export class TransportClock {
  readonly #counts = new Map<number, number>();
  #rest = Buffer.alloc(0);
  #picture: Latest = [];
  #sound: Latest = [];

  /** Second at which the picture of the stream ends that is passing, or its sound without any. */
  get end(): number | undefined {
    const [last, before] = this.#picture.length > 0 ? this.#picture : this.#sound;
    if (last === undefined) return undefined;
    const lasts = before === undefined ? USUAL_FRAME_SECONDS : (last - before) / TICKS;
    return last / TICKS + lasts;
  }

  /** Another stream comes. */
  next(): void {
    this.#rest = Buffer.alloc(0);
    this.#picture = [];
    this.#sound = [];
  }

  /** @returns whole packets, in the order in which their bytes came */
  pass(bytes: Buffer): Buffer {
    const all = Buffer.concat([this.#rest, bytes]);
    const whole = all.length - (all.length % PACKET_BYTES);
    this.#rest = all.subarray(whole);
    for (let at = 0; at < whole; at += PACKET_BYTES) {
      this.#see(all.subarray(at, at + PACKET_BYTES));
    }
    return all.subarray(0, whole);
  }

  #see(packet: Buffer): void {
    const pid = packet.readUInt16BE(1) & 0x1fff;
    const flags = packet[3] as number;
    if ((flags & 0x10) === 0) return;
    const count = ((this.#counts.get(pid) ?? -1) + 1) & 0xf;
    this.#counts.set(pid, count);
    packet[3] = (flags & 0xf0) | count;
    const begins = (packet.readUInt16BE(1) & 0x4000) > 0;
    const pts = begins ? ptsOf(packet.subarray(payloadOf(packet, flags))) : undefined;
    if (pts === undefined) return;
    if (pid === PIDS.picture) this.#picture = latestOf(this.#picture, pts);
    if (pid === PIDS.sound) this.#sound = latestOf(this.#sound, pts);
  }
}

/** Times of the two frames that are shown last, the last one first; in ticks. */
type Latest = readonly number[];

const latestOf = (latest: Latest, pts: number): Latest =>
  [...latest, pts].sort((a, b) => b - a).slice(0, 2);

const payloadOf = (packet: Buffer, flags: number): number =>
  (flags & 0x20) > 0 ? 5 + (packet[4] as number) : 4;

/** When what a packet begins with is shown; undefined where it does not tell. */
function ptsOf(payload: Buffer): number | undefined {
  if (payload.length < 14 || payload.readUIntBE(0, 3) !== PES_START) return undefined;
  if (((payload[7] as number) & 0x80) === 0) return undefined;
  const high = ((payload[9] as number) & 0x0e) >> 1;
  const middle = payload.readUInt16BE(10) >> 1;
  const low = payload.readUInt16BE(12) >> 1;
  return high * 2 ** 30 + middle * 2 ** 15 + low;
}
