import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Bytes read at once: what a tab holds of a file, however large that is. */
const CHUNK = 4 * 1024 * 1024;

/** Answers a file with its SHA-256, as 64 hex digits. */
addEventListener('message', async ({ data: file }: MessageEvent<File>) => {
  const digest = sha256.create();
  for (let from = 0; from < file.size; from += CHUNK) {
    digest.update(new Uint8Array(await file.slice(from, from + CHUNK).arrayBuffer()));
  }
  postMessage(bytesToHex(digest.digest()));
});
