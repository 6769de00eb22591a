import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { roomIn } from '../data-dir/room.ts';
import { crc32Of } from './checksums.ts';

/** A stretch of bytes on disk; an object is one or more of them in order. */
export interface Blob {
  readonly id: string;
  readonly size: number;
  /** Of the bytes as they were received. Blobs written before it was kept have none. */
  readonly crc32?: number | undefined;
}

/** The disk does not hold the bytes that were received. */
export class ChangedBlob extends Error {
  override readonly name = 'ChangedBlob';

  constructor(id: string) {
    super(`blob ${id} no longer holds the bytes that were received`);
  }
}

/** Writing on would take what the databases beside the objects need. */
export class FullDisk extends Error {
  override readonly name = 'FullDisk';
}

/** Files that are written once and never changed. */
export interface Blobs {
  /**
   * Hands `fill` a sink; the blob exists under the returned id once `fill` is done, and not at all
   * if it fails.
   * @throws FullDisk
   */
  write<T>(fill: (sink: Writable) => Promise<T>): Promise<{ id: string; filled: T }>;
  /**
   * Bytes `start` to `end`, both included, over blobs in order. A blob that is read whole is held
   * against its CRC, and its last bytes come only when it is right; the stream fails with
   * ChangedBlob otherwise.
   */
  read(blobs: readonly Blob[], start: number, end: number): Readable;
  /** The same bytes under a new id, without copying them where the file system allows. */
  duplicate(id: string): Promise<string>;
  /** Readers that have begun still get all of their bytes. */
  remove(blobs: readonly Blob[]): Promise<void>;
  /** Whether no bytes are kept, not even the rest of a crash. */
  isEmpty(): Promise<boolean>;
  /** Removes what no object refers to: the rest of a crash. */
  sweep(isUsed: (id: string) => boolean): Promise<void>;
}

/** Bytes after which a sink looks again what room is left. */
const LOOK_BYTES = 1024 * 1024;

/** @param reserved bytes of the disk that are never written to */
export async function openBlobs(dir: string, reserved: number): Promise<Blobs> {
  await mkdir(dir, { recursive: true });
  const path = (id: string) => join(dir, id.slice(0, 2), id);
  const readers = new Map<string, number>();
  const doomed = new Set<string>();

  const place = async (): Promise<{ id: string; at: string }> => {
    const id = randomUUID();
    await mkdir(join(dir, id.slice(0, 2)), { recursive: true });
    return { id, at: path(id) };
  };
  /** For one sink. */
  const roomKeeper = () => {
    let written = LOOK_BYTES;
    return async (bytes: number): Promise<void> => {
      written += bytes;
      if (written < LOOK_BYTES) return;
      written = 0;
      const room = await roomIn(dir);
      if (room - bytes < reserved) throw new FullDisk(`the disk has ${room} bytes left`);
    };
  };
  const unlink = (id: string) => rm(path(id), { force: true });
  const hold = (id: string) => readers.set(id, (readers.get(id) ?? 0) + 1);
  const release = async (id: string) => {
    const left = (readers.get(id) ?? 1) - 1;
    if (left > 0) {
      readers.set(id, left);
      return;
    }
    readers.delete(id);
    if (doomed.delete(id)) await unlink(id);
  };

  async function* bytes(blobs: readonly Blob[], start: number, end: number) {
    let offset = 0;
    for (const { id, size, crc32 } of blobs) {
      const [from, to] = [Math.max(start - offset, 0), Math.min(end - offset, size - 1)];
      offset += size;
      if (from > to) continue;
      const file = await open(path(id), 'r');
      const chunks = file.createReadStream({ start: from, end: to, highWaterMark: 256 * 1024 });
      const whole = from === 0 && to === size - 1;
      yield* whole && crc32 !== undefined ? verified(chunks, id, crc32) : chunks;
    }
  }

  return {
    async write(fill) {
      const { id, at } = await place();
      const temporary = `${at}.part`;
      const file = await open(temporary, 'wx');
      try {
        const filled = await fill(fileSink(file, roomKeeper()));
        await file.sync();
        await file.close();
        await rename(temporary, at);
        return { id, filled };
      } catch (error) {
        await file.close();
        await rm(temporary, { force: true });
        throw error;
      }
    },
    read(blobs, start, end) {
      for (const { id } of blobs) hold(id);
      const stream = Readable.from(bytes(blobs, start, end), { objectMode: false });
      stream.once('close', () => {
        void Promise.all(blobs.map(({ id }) => release(id))).catch(() => undefined);
      });
      return stream;
    },
    async duplicate(id) {
      const { id: copy, at } = await place();
      await link(path(id), at).catch(() => copyFile(path(id), at, constants.COPYFILE_FICLONE));
      return copy;
    },
    async remove(blobs) {
      for (const { id } of blobs) {
        if (readers.has(id)) doomed.add(id);
        else await unlink(id);
      }
    },
    async isEmpty() {
      for (const shelf of await readdir(dir))
        if ((await readdir(join(dir, shelf))).length > 0) return false;
      return true;
    },
    async sweep(isUsed) {
      for (const shelf of await readdir(dir))
        for (const id of await readdir(join(dir, shelf)))
          if (!isUsed(id)) await rm(join(dir, shelf, id), { force: true });
    },
  };
}

/** @throws ChangedBlob, in place of the last chunk */
async function* verified(
  chunks: AsyncIterable<Buffer>,
  id: string,
  expected: number,
): AsyncGenerator<Buffer> {
  let crc = 0;
  let last: Buffer | undefined;
  for await (const chunk of chunks) {
    if (last) yield last;
    crc = crc32Of(chunk, crc);
    last = chunk;
  }
  if (crc !== expected) throw new ChangedBlob(id);
  if (last) yield last;
}

/** A sink that leaves the file open, so that it can be synced before anybody may see it. */
function fileSink(
  file: Awaited<ReturnType<typeof open>>,
  requireRoom: (bytes: number) => Promise<void>,
): Writable {
  return new Writable({
    highWaterMark: 1024 * 1024,
    write(chunk: Buffer, _encoding, done) {
      requireRoom(chunk.byteLength)
        .then(() => file.writeFile(chunk))
        .then(() => done(), done);
    },
  });
}
