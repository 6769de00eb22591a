import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { DomainError } from '../domain/errors.ts';

/** The file of a form, as it arrives. Its bytes are to be read once, to their end. */
export interface FilePart {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

const FIELD = 'file';
const MISSING = `Part \`${FIELD}\` is missing. Send the file as multipart/form-data in a part named \`${FIELD}\`.`;

const INCOMPLETE = 'The form ends before it is complete. Send it again, whole.';

const invalid = (message: string, cause?: unknown) =>
  new DomainError('invalid_request', message, {}, { cause });

/**
 * Reads a multipart/form-data body up to its `file` part. What is wrong with the form after that is
 * thrown by the iteration of the part's bytes, before it ends.
 * @throws DomainError invalid_request
 */
export function filePart(body: Readable, contentType: string): Promise<FilePart> {
  const form = formParser(contentType);
  const ended = new Promise<void>((resolve, reject) => {
    form.once('finish', resolve);
    form.once('error', (error) =>
      reject(error instanceof DomainError ? error : invalid(INCOMPLETE, error)),
    );
    form.on('field', (name) => reject(invalid(`Unknown part \`${String(name).slice(0, 60)}\`.`)));
    // A sender who leaves takes the form along.
    body.once('error', reject);
    body.once('close', () => {
      if (!body.readableEnded) reject(invalid(INCOMPLETE));
    });
  });
  ended.catch(() => undefined);
  return new Promise((resolve, reject) => {
    let found = false;
    form.on('file', (name, stream, filename, _encoding, mimeType) => {
      if (found || name !== FIELD) {
        stream.on('error', () => undefined);
        stream.resume();
        const message = found ? `Part \`${FIELD}\` is sent twice.` : MISSING;
        form.destroy(invalid(message));
        reject(invalid(message));
        return;
      }
      found = true;
      resolve({
        filename: filename ?? '',
        contentType: mimeType,
        bytes: untilFormEnds(stream, ended),
      });
    });
    ended.then(() => reject(invalid(MISSING)), reject);
    body.pipe(form);
  });
}

/** A part may end because the sender left; only a form that ends as it should makes it whole. */
async function* untilFormEnds(part: Readable, ended: Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of part) yield chunk as Uint8Array;
  } catch (error) {
    await ended;
    throw error;
  }
  await ended;
}

function formParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fieldSize: 1024, headerPairs: 20 },
      isPartAFile: (name, type, filename) =>
        name === FIELD || filename !== undefined || type === 'application/octet-stream',
    });
  } catch (error) {
    throw invalid('The content-type names no boundary of the form.', error);
  }
}
