import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import packaged from '@ffprobe-installer/ffprobe';

const run = promisify(execFile);

/** What the packaged ffprobe sees in a file: that of a distribution takes 60 ms to be linked. */
export async function ffprobe(
  path: string,
): Promise<{ format: string; seconds: number; codecs: string[] }> {
  const { stdout } = await run(packaged.path, [
    '-v',
    'error',
    '-of',
    'json',
    '-show_entries',
    'format=format_name,duration:stream=codec_name',
    path,
  ]);
  const { format, streams } = JSON.parse(stdout) as {
    format: { format_name: string; duration: string };
    streams: { codec_name: string }[];
  };
  return {
    format: format.format_name,
    seconds: Number(format.duration),
    codecs: streams.map(({ codec_name }) => codec_name),
  };
}
