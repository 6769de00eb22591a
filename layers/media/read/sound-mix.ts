import type { Probe, SoundStream } from '../../domain/sources/probe.ts';

/** The sound that is listened to. */
export interface HeardSound {
  /** Index of the stream in the file. */
  readonly stream: number;
  /**
   * Filters, each with a comma behind it, that make one channel of its channels; empty where
   * ffmpeg's own mix does.
   */
  readonly mix: string;
}

/**
 * Layouts whose channels ffmpeg weighs by their places: voices stand in the middle, effects do not.
 */
const KNOWN_LAYOUTS: ReadonlySet<string> = new Set([
  'mono',
  'stereo',
  'downmix',
  '2.1',
  '3.0',
  '3.0(back)',
  '3.1',
  '4.0',
  'quad',
  'quad(side)',
  '4.1',
  '5.0',
  '5.0(side)',
  '5.1',
  '5.1(side)',
  '6.0',
  '6.0(front)',
  'hexagonal',
  '6.1',
  '6.1(back)',
  '6.1(front)',
  '7.0',
  '7.0(front)',
  '7.1',
  '7.1(wide)',
  '7.1(wide-side)',
]);
/**
 * Option of `aresample` that hears the channel of low effects (the .1) as loud as those at the back:
 * else ffmpeg leaves it out, and what is in it alone would be silence.
 */
export const WITH_LOW_EFFECTS = 'lfe_mix_level=0.5';
/** Without a layout ffmpeg takes one or two channels for what they mostly are. */
const GUESSED_CHANNELS = 2;
const TWO_CHANNELS: ReadonlySet<string | null> = new Set(['stereo', 'downmix', null]);
/**
 * A microphone wired to both channels with one of them upside down, as cameras are given, cancels
 * out in an even mix. In this one it is 12 dB quieter than one channel, and a voice on the weaker
 * channel 8.5 dB. A stream that has other channels later on becomes two first.
 */
const TWO_UNEVENLY = 'pan=mono|c0=0.625*c0+0.375*c1,';
const UNEVEN_MIX = `aformat=channel_layouts=stereo,${TWO_UNEVENLY}`;
/**
 * More channels become two first, by their places. In whole samples ffmpeg keeps the sum from being
 * clipped.
 */
const SURROUND_MIX = `aresample=${WITH_LOW_EFFECTS},aformat=sample_fmts=s16:channel_layouts=stereo,${TWO_UNEVENLY}`;
/** As many as ffmpeg's filters take. */
const MOST_CHANNELS = 64;

/** The sound of a video that can be listened to, or why it cannot; undefined when there is none. */
export function soundToHear({ audio, sounds }: Probe): HeardSound | { why: string } | undefined {
  const [stream] = audio;
  if (stream === undefined) return undefined;
  const sound = sounds?.[0];
  if (!sound) return { stream, mix: '' };
  const { channels, layout } = sound;
  if (channels === 2 && TWO_CHANNELS.has(layout)) return { stream, mix: UNEVEN_MIX };
  if (mixesItself(sound)) return { stream, mix: channels > GUESSED_CHANNELS ? SURROUND_MIX : '' };
  if (channels > MOST_CHANNELS) {
    return {
      why: `${named(sound)} was not listened to: up to ${MOST_CHANNELS} channels are mixed.`,
    };
  }
  // A voice on one of many channels keeps its loudness but for their square root, as sounds that
  // differ add up.
  const gain = (1 / Math.sqrt(channels)).toFixed(4);
  const all = Array.from({ length: channels }, (_, i) => `${gain}*c${i}`);
  return { stream, mix: `pan=mono|c0=${all.join('+')},` };
}

const mixesItself = ({ channels, layout }: SoundStream): boolean =>
  layout === null ? channels <= GUESSED_CHANNELS : KNOWN_LAYOUTS.has(layout);

/** Why sound is not listened to whose decoder gave up before its first sample. */
export const undecodedSound = ({ sounds }: Pick<Probe, 'sounds'>): string =>
  `${named(sounds?.[0])} was not listened to: it cannot be decoded here.`;

const named = (sound: SoundStream | undefined): string => {
  if (!sound) return 'The sound';
  const codec = sound.codec === 'unknown' ? 'an unknown codec' : sound.codec;
  return `The sound (${codec}, ${sound.channels} ${sound.channels === 1 ? 'channel' : 'channels'})`;
};
