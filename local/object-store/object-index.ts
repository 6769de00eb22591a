import { DatabaseSync } from 'node:sqlite';
import { ofDamagedFile } from '../data-dir/damaged-file.ts';
import type { Blob } from './blobs.ts';
import type { Checksum } from './checksums.ts';

/** Everything about an object but its bytes. */
export interface StoredObject {
  readonly key: string;
  /** Without quotes. */
  readonly etag: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** Headers that a reader gets back: content-type, cache-control, x-amz-meta-… */
  readonly headers: Readonly<Record<string, string>>;
  readonly checksum?: Checksum | undefined;
  readonly blobs: readonly Blob[];
}

export interface Upload {
  readonly id: string;
  readonly key: string;
  readonly initiated: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The checksum that each part must come with, by the end of its header's name. */
  readonly algorithm?: string | undefined;
}

export interface Part {
  readonly number: number;
  readonly etag: string;
  readonly modified: number;
  readonly checksum?: Checksum | undefined;
  readonly blob: Blob;
}

export type ObjectIndex = ReturnType<typeof openObjectIndex>;

const SCHEMA = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS buckets (name TEXT PRIMARY KEY, created INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS objects (
  bucket TEXT NOT NULL, key TEXT NOT NULL, row TEXT NOT NULL, PRIMARY KEY (bucket, key)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS uploads (
  bucket TEXT NOT NULL, id TEXT NOT NULL, row TEXT NOT NULL, PRIMARY KEY (bucket, id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS parts (
  upload TEXT NOT NULL, number INTEGER NOT NULL, row TEXT NOT NULL, PRIMARY KEY (upload, number)) WITHOUT ROWID;
`;

function opened(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  try {
    db.exec(SCHEMA);
    return db;
  } catch (error) {
    db.close();
    throw ofDamagedFile(file, error);
  }
}

/**
 * What is stored under which key. A blob counts only once its row is committed, so a kill at any
 * moment leaves either the old object or the new one.
 * @throws Error in words for a person when the file is damaged
 */
export function openObjectIndex(file: string) {
  const db = opened(file);
  const rows = <T>(sql: string, ...values: (string | number)[]): T[] =>
    db
      .prepare(sql)
      .all(...values)
      .map(({ row }) => JSON.parse(String(row)) as T);
  const run = (sql: string, ...values: (string | number)[]) => db.prepare(sql).run(...values);
  const first = <T>(sql: string, ...values: (string | number)[]): T | undefined =>
    rows<T>(sql, ...values)[0];

  const object = (bucket: string, key: string) =>
    first<StoredObject>('SELECT row FROM objects WHERE bucket = ? AND key = ?', bucket, key);

  const parts = (upload: string, after = 0) =>
    rows<Part>(
      'SELECT row FROM parts WHERE upload = ? AND number > ? ORDER BY number',
      upload,
      after,
    );

  const atomically = <T>(work: () => T): T => {
    db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  };

  return {
    object,
    parts,
    hasBucket: (name: string) =>
      db.prepare('SELECT 1 FROM buckets WHERE name = ?').get(name) !== undefined,
    makeBucket: (name: string, created: number) =>
      run('INSERT OR IGNORE INTO buckets VALUES (?, ?)', name, created).changes > 0,
    dropBucket: (name: string) => run('DELETE FROM buckets WHERE name = ?', name),
    bucketNames: () =>
      rows<{ name: string; created: number }>(
        "SELECT json_object('name', name, 'created', created) AS row FROM buckets ORDER BY name",
      ),

    /**
     * Objects whose keys start with `prefix` and come after `after`, in the byte order of their
     * keys.
     */
    list: (bucket: string, prefix: string, after: string, limit: number) =>
      rows<StoredObject>(
        'SELECT row FROM objects WHERE bucket = ? AND key >= ? AND key > ? AND substr(key, 1, ?) = ? ORDER BY key LIMIT ?',
        bucket,
        prefix,
        after,
        [...prefix].length,
        prefix,
        limit,
      ),

    /** Puts an object in place and answers with the one it replaces. */
    put: (bucket: string, stored: StoredObject): StoredObject | undefined => {
      const before = object(bucket, stored.key);
      run(
        'INSERT OR REPLACE INTO objects VALUES (?, ?, ?)',
        bucket,
        stored.key,
        JSON.stringify(stored),
      );
      return before;
    },
    remove: (bucket: string, key: string): StoredObject | undefined => {
      const before = object(bucket, key);
      run('DELETE FROM objects WHERE bucket = ? AND key = ?', bucket, key);
      return before;
    },

    upload: (bucket: string, id: string) =>
      first<Upload>('SELECT row FROM uploads WHERE bucket = ? AND id = ?', bucket, id),
    uploads: (bucket: string) =>
      rows<Upload>('SELECT row FROM uploads WHERE bucket = ? ORDER BY id', bucket),
    addUpload: (bucket: string, upload: Upload) =>
      run('INSERT INTO uploads VALUES (?, ?, ?)', bucket, upload.id, JSON.stringify(upload)),
    /** Keeps a part and answers with the one of the same number before it. */
    putPart: (upload: string, part: Part): Part | undefined => {
      const before = first<Part>(
        'SELECT row FROM parts WHERE upload = ? AND number = ?',
        upload,
        part.number,
      );
      run(
        'INSERT OR REPLACE INTO parts VALUES (?, ?, ?)',
        upload,
        part.number,
        JSON.stringify(part),
      );
      return before;
    },
    /**
     * Ends an upload, as an object when one is given; answers with its parts and the object
     * replaced.
     */
    endUpload: (bucket: string, id: string, stored?: StoredObject) =>
      atomically(() => {
        const all = parts(id);
        run('DELETE FROM parts WHERE upload = ?', id);
        run('DELETE FROM uploads WHERE bucket = ? AND id = ?', bucket, id);
        const before = stored && object(bucket, stored.key);
        if (stored)
          run(
            'INSERT OR REPLACE INTO objects VALUES (?, ?, ?)',
            bucket,
            stored.key,
            JSON.stringify(stored),
          );
        return { parts: all, before };
      }),

    blobIds: () =>
      new Set([
        ...rows<StoredObject>('SELECT row FROM objects').flatMap(({ blobs }) =>
          blobs.map(({ id }) => id),
        ),
        ...rows<Part>('SELECT row FROM parts').map(({ blob }) => blob.id),
      ]),
    close: () => db.close(),
  };
}
