import { Turns } from '../../layers/app/turns.ts';
import { BUNDLED } from '../../lib/function-sizes.ts';
import { scaled, secondsOn, together } from '../costs/function-cost.ts';
import {
  AN_HOUR,
  CALL,
  HAND_OVER,
  KEPT_AN_HOUR,
  MERGE_AN_HOUR,
  type PictureSize,
  SEGMENT_LEAD_SECONDS,
  SOUND_AN_HOUR,
  type Work,
} from '../costs/service-times.ts';
import { Account, type LambdaFunction } from './account.ts';
import { FairQueue } from './fair-queue.ts';
import { ASSUMED } from './lambda-limits.ts';
import type { Luck } from './luck.ts';
import { type Setting, segmentsIn, widthOf } from './setting.ts';
import type { Timeline } from './timeline.ts';

const HOUR = 3600;
const PIXELS = { '1080p': [1920, 1080], '720p': [1280, 720], '240p': [426, 240] } as const;
const BITS = 8;
/** A request is accepted, or its answer made out of what is stored. */
const ACCEPT_SECONDS = 0.15;
/**
 * A long read is planned, charged and handed on: 0.3 s on one machine that others kept busy, ten
 * requests and the start of an execution. Its keyframes are found; its records compared.
 */
const PLAN_SECONDS = 0.4;
const CUT_SECONDS = 3;
const MEND_SECONDS = 2;

export interface Video {
  readonly size: PictureSize;
  readonly hours: number;
}

/** The way of calls through the functions of a setting. */
export class Service {
  readonly account: Account;
  readonly readers: LambdaFunction;
  /** Of long reads; the readers where there are none of their own. */
  readonly long: LambdaFunction;
  readonly decoders: LambdaFunction;
  readonly sound: LambdaFunction;
  /** What decodes for readers, which wait for it; they do it themselves where there is none. */
  readonly now: LambdaFunction;
  readonly #calls: LambdaFunction;
  readonly #setting: Setting;
  readonly #timeline: Timeline;
  readonly #luck: Luck;
  readonly #readQueue: FairQueue;
  readonly #longQueue: FairQueue;
  /** Jobs of each organization whose segments are decoded. */
  readonly #decoding = new Map<string, number>();

  constructor(setting: Setting, timeline: Timeline, luck: Luck) {
    this.#setting = setting;
    this.#timeline = timeline;
    this.#luck = luck;
    const account = new Account(timeline);
    this.account = account;
    const media = { reserves: true, coldSeconds: ASSUMED.coldSeconds.media };
    this.readers = account.add({ name: 'readers', ...media, ...setting.readers });
    this.#readQueue = new FairQueue(timeline, this.readers);
    this.decoders = account.add({ name: 'decoders', ...media, ...setting.decoders });
    const { long, now, sound } = setting;
    this.sound = sound ? account.add({ name: 'sound', ...media, ...sound }) : this.decoders;
    this.now = now ? account.add({ name: 'decoders of calls', ...media, ...now }) : this.readers;
    this.long = long ? account.add({ name: 'long reads', ...media, ...long }) : this.readers;
    this.#longQueue = long ? new FairQueue(timeline, this.long) : this.#readQueue;
    this.#calls = account.add({
      name: 'calls',
      reserves: false,
      concurrency: Number.POSITIVE_INFINITY,
      memoryMb: BUNDLED.memoryMb,
      coldSeconds: ASSUMED.coldSeconds.node,
    });
  }

  /** GB-seconds of all functions that touch the video. */
  get gbSeconds(): number {
    const media = new Set([this.readers, this.long, this.decoders, this.sound, this.now]);
    return [...media].reduce((sum, { gbSeconds }) => sum + gbSeconds, 0);
  }

  /** A call that waits for its read; tells how long it took. */
  async short(organization: string, seconds: number, size: PictureSize): Promise<number> {
    const began = this.#timeline.now;
    const work = together(CALL, scaled(AN_HOUR[size].whole, seconds / HOUR));
    await this.#calls.run(async () => {
      await this.#timeline.sleep(ACCEPT_SECONDS);
      await this.#readQueue.send(organization, async () => {
        if (this.now === this.readers) return this.#work(this.readers, work);
        await this.#work(this.readers, HAND_OVER);
        await this.now.run(() => this.#work(this.now, work));
      });
    });
    return this.#timeline.now - began;
  }

  /** A job of a long video; tells how long it took. */
  async film(organization: string, video: Video): Promise<number> {
    const began = this.#timeline.now;
    await this.#calls.run(() => this.#timeline.sleep(ACCEPT_SECONDS));
    const { longPlans, mergesBesideSound } = this.#setting;
    const queue = longPlans ? this.#longQueue : this.#readQueue;
    await queue.send(organization, () => this.#timeline.sleep(PLAN_SECONDS));
    const ofThem = (this.#decoding.get(organization) ?? 0) + 1;
    this.#decoding.set(organization, ofThem);
    await this.decoders.run(() => this.#timeline.sleep(CUT_SECONDS));
    const width = new Turns(widthOf(this.#setting, ofThem));
    const sound = width.take(() => this.#sound(video));
    await Promise.all(this.#pictures(video, width));
    if (!mergesBesideSound) await sound;
    this.#decoding.set(organization, (this.#decoding.get(organization) ?? 1) - 1);
    await this.#timeline.sleep(MEND_SECONDS);
    await this.#longQueue.send(organization, async () => {
      const merge = together(CALL, scaled(MERGE_AN_HOUR, video.hours));
      await this.#work(this.long, merge, KEPT_AN_HOUR * video.hours);
      await sound;
    });
    return this.#timeline.now - began;
  }

  #pictures({ size, hours }: Video, width: Turns): Promise<void>[] {
    const { decode, bitrate } = AN_HOUR[size];
    const segments = segmentsIn(this.#setting, hours * HOUR, PIXELS[size]);
    const length = hours / segments + SEGMENT_LEAD_SECONDS / HOUR;
    const work = together(CALL, scaled(decode, length));
    const bytes = (bitrate / BITS) * length * HOUR;
    return Array.from({ length: segments }, () =>
      width.take(() => this.decoders.run(() => this.#work(this.decoders, work, bytes))),
    );
  }

  /** Sound lies between the pictures: all of the file is read for it. */
  #sound({ size, hours }: Video): Promise<void> {
    const bytes = (AN_HOUR[size].bitrate / BITS) * hours * HOUR;
    const work = together(CALL, scaled(SOUND_AN_HOUR, hours));
    return this.sound.run(() => this.#work(this.sound, work, bytes));
  }

  /** What is fetched is worked on while more comes. */
  #work({ shape }: LambdaFunction, work: Work, bytes = 0): Promise<void> {
    const seconds = Math.max(secondsOn(shape, work), bytes / ASSUMED.storeRate);
    return this.#timeline.sleep(seconds * this.#luck.factor(ASSUMED.spread));
  }
}
