import { guards, inputName } from '../ffmpeg/input.ts';
import { TELLS_OF_LOSS } from '../ffmpeg/lost-input.ts';
import { runTool } from '../ffmpeg/process.ts';
import type { OpenedFile } from './picture-times.ts';

/** What a page of Ogg begins with: its sign and version (RFC 3533, 6). */
const PAGE = Buffer.from('OggS\0', 'latin1');
const HEADER_BYTES = 27;
const MOST_SEGMENTS = 255;
const LONGEST_SEGMENT = 255;
const LONGEST_PAGE_BYTES = HEADER_BYTES + MOST_SEGMENTS * (1 + LONGEST_SEGMENT);

/**
 * Whether an Ogg ends within a page: it states no length, and FFmpeg ends without a word at the last
 * page that it has the whole of.
 * @returns false for files of other kinds
 */
export async function endsWithinPage({
  binaries,
  input,
  description: { format },
  signal,
}: OpenedFile): Promise<boolean> {
  const bytes = Number(format.size);
  if (format.format_name !== 'ogg' || !bytes) return false;
  const { output } = await runTool(
    binaries.ffmpeg,
    [
      ...['-nostdin', '-v', TELLS_OF_LOSS, ...guards(input, binaries)],
      // As bytes that are no container.
      ...['-format_whitelist', 'data', '-f', 'data'],
      ...['-skip_initial_bytes', String(Math.max(0, bytes - LONGEST_PAGE_BYTES))],
      ...['-i', inputName(input, binaries), '-map', '0', '-c', 'copy', '-f', 'data', 'pipe:1'],
    ],
    { signal, maxBytes: 2 * LONGEST_PAGE_BYTES, proxy: binaries.proxy },
  );
  return isTorn(output);
}

/** Whether the last page of some bytes is longer than they are. */
function isTorn(bytes: Buffer): boolean {
  const at = bytes.lastIndexOf(PAGE);
  if (at < 0) return false;
  const page = bytes.subarray(at);
  const segments = page[HEADER_BYTES - 1];
  if (segments === undefined) return true;
  const table = page.subarray(HEADER_BYTES, HEADER_BYTES + segments);
  const content = table.reduce((sum, length) => sum + length, 0);
  return page.length < HEADER_BYTES + segments + content;
}
