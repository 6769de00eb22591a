import type { Binaries } from '../ffmpeg/binaries.ts';
import { guards, inputName } from '../ffmpeg/input.ts';
import { runTool } from '../ffmpeg/process.ts';

/** Some forty bytes for each packet: hours of picture and sound. */
const MAX_BYTES = 128_000_000;

interface PacketTime {
  /** Seconds on the file's clock. */
  readonly at: number;
  /** Whether decoding may begin with it. */
  readonly key: boolean;
}

/** When each packet of a file's picture and sound is shown. Decodes nothing. */
export async function packetTimes(
  binaries: Binaries,
  path: string,
  signal: AbortSignal,
): Promise<{ picture: PacketTime[]; sound: PacketTime[] }> {
  const args = [
    '-v',
    'error',
    ...guards(path, binaries),
    '-show_entries',
    'packet=codec_type,pts_time,flags',
    '-of',
    'csv=p=0',
    inputName(path, binaries),
  ];
  const { output } = await runTool(binaries.ffprobe, args, { signal, maxBytes: MAX_BYTES });
  const times: { readonly video: PacketTime[]; readonly audio: PacketTime[] } = {
    video: [],
    audio: [],
  };
  for (const line of output.toString('latin1').split('\n')) {
    const [kind = '', at = '', flags = ''] = line.split(',');
    if (!/^-?\d/.test(at) || (kind !== 'video' && kind !== 'audio')) continue;
    times[kind].push({ at: Number(at), key: flags.startsWith('K') });
  }
  return { picture: times.video, sound: times.audio };
}
