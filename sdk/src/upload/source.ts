import { VideoReaderError } from '../errors.ts';

/** Bytes that are read when they are asked for. A Blob is one. */
export interface Bytes {
  readonly size: number;
  /** Media type, empty where nobody knows it. */
  readonly type: string;
  slice(from: number, to: number): Bytes;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Bytes to send, read as they are needed. */
export interface UploadSource {
  readonly bytes: Bytes;
  /** Gives the video its title and the stored file its extension. */
  readonly name: string | undefined;
  /** Tells this file from every other on this machine; undefined where nothing does. */
  readonly identity: string | undefined;
}

interface Version {
  readonly size: number;
  readonly mtimeMs: number;
}

interface OpenFile {
  stat(): Promise<Version>;
  read(into: Uint8Array, at: number, length: number, from: number): Promise<{ bytesRead: number }>;
  close(): Promise<void>;
}

type NodeModules = {
  readonly 'node:fs': {
    readonly promises: {
      stat(path: string): Promise<Version & { isFile(): boolean }>;
      open(path: string): Promise<OpenFile>;
    };
  };
  readonly 'node:path': { resolve(path: string): string; basename(path: string): string };
  readonly 'node:crypto': {
    createHash(name: 'md5'): {
      update(bytes: Uint8Array): { digest(encoding: 'base64'): string };
    };
  };
};

/** A module of Node, also in Deno and Bun; undefined where there is none, as in a browser. */
function nodeModule<Name extends keyof NodeModules>(name: Name): NodeModules[Name] | undefined {
  // Not imported: bundlers for browsers would look for it.
  const { process } = globalThis as {
    process?: { getBuiltinModule?(name: string): unknown };
  };
  return process?.getBuiltinModule?.(name) as NodeModules[Name] | undefined;
}

/**
 * @param file a Blob or File, or, where there is a file system, a path
 * @throws VideoReaderError invalid_request where there is nothing of the kind
 */
export async function uploadSource(file: Blob | string): Promise<UploadSource> {
  if (typeof file !== 'string') {
    // Callers in JavaScript send what `readFile` gave them. A Blob may come from another realm.
    if (typeof (file as Partial<Blob> | null)?.arrayBuffer !== 'function') {
      const why = 'Send a path, a Blob or a File. Bytes become one by new Blob([bytes]).';
      throw new VideoReaderError('invalid_request', why, { reason: 'no_file' });
    }
    const { name, lastModified } = file as Partial<File>;
    const identity = name === undefined ? undefined : `${name} ${file.size} ${lastModified ?? ''}`;
    return { bytes: file, name, identity };
  }
  const [fs, path] = [nodeModule('node:fs'), nodeModule('node:path')];
  if (fs === undefined || path === undefined) {
    throw new TypeError(
      'A path can be sent from Node 20.16, Deno 2 and Bun. Elsewhere send a Blob or a File.',
    );
  }
  const found = await fs.promises.stat(file).catch((cause: unknown) => {
    throw noFile(file, cause);
  });
  if (!found.isFile()) throw noFile(file);
  const { size, mtimeMs } = found;
  const bytes = bytesOfFile(() => fs.promises.open(file), { size, mtimeMs }, 0, size);
  const identity = `${path.resolve(file)} ${size} ${mtimeMs}`;
  return { bytes, name: path.basename(file), identity };
}

const noFile = (path: string, cause?: unknown): VideoReaderError =>
  new VideoReaderError(
    'invalid_request',
    `There is no file ${path} that can be read.`,
    { reason: 'no_file' },
    { cause },
  );

/**
 * A part of a file. Not by `openAsBlob` of `node:fs`: of a file of 4 GiB or more it takes the size
 * modulo 2^32.
 * @param version of the file from which the bytes are taken: another one is not read
 */
function bytesOfFile(
  open: () => Promise<OpenFile>,
  version: Version,
  start: number,
  end: number,
): Bytes {
  return {
    size: end - start,
    type: '',
    slice: (from, to) => bytesOfFile(open, version, start + from, Math.min(end, start + to)),
    async arrayBuffer() {
      const file = await open();
      try {
        const { size, mtimeMs } = await file.stat();
        if (size !== version.size || mtimeMs !== version.mtimeMs) throw new Error('it changed');
        const into = new Uint8Array(end - start);
        for (let at = 0; at < into.length; ) {
          const { bytesRead } = await file.read(into, at, into.length - at, start + at);
          if (bytesRead === 0) throw new Error('it became shorter');
          at += bytesRead;
        }
        return into.buffer;
      } finally {
        await file.close();
      }
    },
  };
}

/** Whether this runtime makes digests that the storage checks. */
export const hasDigest = (): boolean => nodeModule('node:crypto') !== undefined;

/** A header by which the storage refuses bytes that changed on their way, where this runtime can. */
export function digestHeaders(bytes: Uint8Array): Record<string, string> {
  const hash = nodeModule('node:crypto')?.createHash('md5').update(bytes).digest('base64');
  return hash === undefined ? {} : { 'content-md5': hash };
}
