import type { Binaries } from './binaries.ts';
import { guards, inputName } from './input.ts';
import { TELLS_OF_LOSS } from './lost-input.ts';
import { runTool } from './process.ts';

/** ffmpeg writes whole packets, of which the last one goes beyond what is asked for. */
const LONGEST_PACKET_BYTES = 1_000_000;

/**
 * Bytes of an input as they lie there, whatever it is.
 * @param place of the first one
 * @param most at most about so many
 */
export async function rawBytes(
  binaries: Binaries,
  input: string,
  { place, most }: { readonly place: number; readonly most: number },
  signal: AbortSignal,
): Promise<Buffer> {
  const { output } = await runTool(
    binaries.ffmpeg,
    [
      ...['-nostdin', '-v', TELLS_OF_LOSS, ...guards(input, binaries)],
      // As bytes that are no container.
      ...['-format_whitelist', 'data', '-f', 'data'],
      ...['-skip_initial_bytes', String(place)],
      ...['-i', inputName(input, binaries), '-map', '0', '-c', 'copy'],
      ...['-fs', String(most), '-f', 'data', 'pipe:1'],
    ],
    { signal, maxBytes: most + LONGEST_PACKET_BYTES, proxy: binaries.proxy },
  );
  return output;
}
