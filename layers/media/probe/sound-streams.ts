import type { Probe, SoundStream } from '../../domain/sources/probe.ts';
import { type Stream, seconds } from './describe-streams.ts';
import type { Frame } from './list-frames.ts';

/**
 * Sound that runs on longer than this after the last frame belongs to the video; where it begins
 * earlier than this before the first one, that is told.
 */
export const SOUND_SLACK_SECONDS = 0.5;
/** Shorter packets of sound need no run-up of their own. */
const LONG_PACKET_SECONDS = 0.15;

/**
 * What is known of a stream of sound. What ffmpeg does not know it calls unknown, or leaves out.
 * @param frames the first ones, of all streams
 */
export function soundOf(stream: Stream, frames: readonly Frame[]): SoundStream {
  const { codec_name: codec = 'unknown', channels = 0, channel_layout: layout } = stream;
  const samples = frames.map(({ stream_index, nb_samples = 0 }) =>
    stream_index === stream.index ? nb_samples : 0,
  );
  const packetSeconds = Math.max(0, ...samples) / Number(stream.sample_rate);
  return {
    codec,
    channels,
    layout: layout === undefined || layout === 'unknown' ? null : layout,
    ...(packetSeconds > LONG_PACKET_SECONDS && { packetSeconds }),
  };
}

/** The seconds of the heard sound before the first frame, where there are more than a moment's. */
export function soundBefore(heard: Stream | undefined, origin: number): Pick<Probe, 'soundBefore'> {
  const before = origin - (seconds(heard?.start_time) ?? origin);
  return before > SOUND_SLACK_SECONDS ? { soundBefore: before } : {};
}
