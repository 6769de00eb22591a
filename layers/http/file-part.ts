import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { beginning } from '../domain/characters.ts';
import { DomainError } from '../domain/errors.ts';

/** The file of a form, as it arrives. Its bytes are to be read once, to their end. */
export interface FilePart {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** How many there are at least, by the length of the body; undefined where that is not sent. */
  readonly atLeast?: number | undefined;
}

const FIELD = 'file';
const SEND_IT = `Send the file as multipart/form-data in a part named \`${FIELD}\`.`;
const ALONE = `Part \`${FIELD}\` is the only one that is taken.`;
const MISSING = `Part \`${FIELD}\` is missing. ${SEND_IT}`;
const unknown = (name: unknown) => `Unknown part \`${beginning(String(name), 60)}\`.`;

/** What clients write in the place of a character that would end the name. */
const ESCAPED: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/**
 * A file's own name. Browsers and most libraries write its quotes and line ends so, and nothing
 * else: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
 */
const unescaped = (name: string): string =>
  name.replaceAll(/%(?:22|0[DA])/g, (written) => ESCAPED[written] ?? written);

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
  const { promise: ended, resolve: end, reject: fail } = Promise.withResolvers<void>();
  const { promise: found, resolve: find, reject: miss } = Promise.withResolvers<FilePart>();
  let part: Readable | undefined;
  // The first complaint stands; those that follow from it change nothing.
  const abort = (error: Error) => {
    fail(error);
    miss(error);
    body.unpipe(form);
    part?.destroy(error);
  };
  ended.catch(() => undefined);

  form.on('file', (name, stream, filename, _encoding, mimeType) => {
    // The parser tells of a part that breaks off by an error event alone.
    stream.on('error', (error) => abort(invalid(INCOMPLETE, error)));
    if (name !== FIELD) return abort(invalid(`${unknown(name)} ${SEND_IT}`));
    if (part) return abort(invalid(`Part \`${FIELD}\` is sent twice. Send one file in each call.`));
    part = stream;
    find({
      filename: unescaped(filename || ''),
      contentType: mimeType,
      bytes: untilFormEnds(stream, ended),
    });
  });
  form.on('field', (name) => abort(invalid(`${unknown(name)} ${ALONE}`)));
  form.on('error', (error) => abort(invalid(INCOMPLETE, error)));
  form.on('finish', () => {
    if (!part) miss(invalid(MISSING));
    end();
  });
  body.on('error', abort);
  body.on('close', () => {
    if (!body.readableEnded) abort(invalid(INCOMPLETE));
  });
  body.pipe(form);
  return found;
}

/**
 * A part may end because the sender left; only a form that ends as it should makes it whole. What
 * the parser says of a part that breaks off is told in the words of the form's first complaint.
 */
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
    const message =
      'The content-type names no boundary of the form. Send it as multipart/form-data; boundary=… with what stands between the parts.';
    throw invalid(message, error);
  }
}
