/** Bytes to send, read as they are needed. */
export interface UploadSource {
  readonly blob: Blob;
  /** Gives the video its title and the stored file its extension. */
  readonly name: string | undefined;
  /** Tells this file from every other on this machine; undefined where nothing does. */
  readonly identity: string | undefined;
}

type NodeModules = {
  readonly 'node:fs': {
    openAsBlob(path: string): Promise<Blob>;
    statSync(path: string): { readonly mtimeMs: number };
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

/** @param file a Blob or File, or, where there is a file system, a path */
export async function uploadSource(file: Blob | string): Promise<UploadSource> {
  if (typeof file !== 'string') {
    const { name, lastModified } = file as Partial<File>;
    const identity = name === undefined ? undefined : `${name} ${file.size} ${lastModified ?? ''}`;
    return { blob: file, name, identity };
  }
  const [fs, path] = [nodeModule('node:fs'), nodeModule('node:path')];
  if (fs === undefined || path === undefined) {
    throw new TypeError(
      'A path can be sent from Node 20.16, Deno 2 and Bun. Elsewhere send a Blob or a File.',
    );
  }
  const { mtimeMs } = fs.statSync(file);
  const blob = await fs.openAsBlob(file);
  const identity = `${path.resolve(file)} ${blob.size} ${mtimeMs}`;
  return { blob, name: path.basename(file), identity };
}

/** Whether this runtime makes digests that the storage checks. */
export const hasDigest = (): boolean => nodeModule('node:crypto') !== undefined;

/** A header by which the storage refuses bytes that changed on their way, where this runtime can. */
export function digestHeaders(bytes: Uint8Array): Record<string, string> {
  const hash = nodeModule('node:crypto')?.createHash('md5').update(bytes).digest('base64');
  return hash === undefined ? {} : { 'content-md5': hash };
}
