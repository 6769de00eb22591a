import { appendFile, open, stat } from 'node:fs/promises';
import { quickFfmpeg } from './quick-ffmpeg.ts';

const BLOCK_BYTES = 16 * 1024 * 1024;

/**
 * A second of video in a file of exactly `bytes`: what is missing is a `free` box of bytes that
 * differ from file to file.
 */
export async function paddedClip(path: string, bytes: number): Promise<void> {
  await quickFfmpeg('-f', 'lavfi', '-i', 'testsrc2=duration=1:size=160x90:rate=25', path);
  const { size } = await stat(path);
  const padding = bytes - size;
  const header = Buffer.alloc(16);
  // A size of 1 says that the true one, of 64 bits, follows the name.
  header.writeUInt32BE(1, 0);
  header.write('free', 4, 'latin1');
  header.writeBigUInt64BE(BigInt(padding), 8);
  await appendFile(path, header);
  const block = crypto.getRandomValues(new Uint8Array(65_536));
  const large = Buffer.alloc(BLOCK_BYTES, block);
  const file = await open(path, 'a');
  for (let left = padding - header.length; left > 0; left -= BLOCK_BYTES) {
    await file.write(large, 0, Math.min(left, BLOCK_BYTES));
  }
  await file.sync();
  await file.close();
}
