import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What the machine's ffprobe sees in a file. */
export async function ffprobe(
  path: string,
): Promise<{ format: string; seconds: number; codecs: string[] }> {
  const { stdout } = await run('ffprobe', [
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
