import { Readable } from 'node:stream';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { z } from 'zod';
import { describeIssue, quoted } from '../domain/calls/describe-issue.ts';
import { DomainError } from '../domain/errors.ts';
import { type FilePart, filePart } from './file-part.ts';
import { headerOf, soleHeaderOf } from './header.ts';
import { parseJson } from './parse-json.ts';
import type { Route } from './route.ts';

/** A REST proxy event. The local gateway hands an upload over as a stream instead of in memory. */
export type ApiEvent = APIGatewayProxyEvent & { readonly bodyStream?: Readable };

const MAX_JSON_BYTES = 1024 * 1024;

const invalid = (message: string, reason?: string) =>
  new DomainError('invalid_request', message, reason === undefined ? {} : { reason });

/** @throws DomainError invalid_request that names the field and what is allowed */
export function parsed<S extends z.ZodType>(schema: S | undefined, value: unknown): z.output<S> {
  if (!schema) return undefined as z.output<S>;
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw invalid(describeIssue(result.error, schema));
}

/**
 * The ids that stand in a path. What is longer than any id is not found, like an id that nobody has.
 * @throws DomainError video_not_found
 */
export function idsIn<S extends z.ZodType>(schema: S | undefined, path: unknown): z.output<S> {
  if (!schema) return undefined as z.output<S>;
  const result = schema.safeParse(path);
  if (result.success) return result.data;
  throw new DomainError(
    'video_not_found',
    'Your organization has nothing with this id. Check the id, and which organization the credential belongs to.',
  );
}

/** @throws DomainError invalid_request for a parameter that is sent twice or is empty */
export function queryOf(event: ApiEvent): Record<string, string> {
  const sent = Object.entries(event.multiValueQueryStringParameters ?? {});
  const query = sent.map(([name, values]): [string, string] => {
    const [value = '', second] = values ?? [];
    if (second !== undefined) throw invalid(`Field ${quoted(name)} is sent twice. Send it once.`);
    if (value === '') {
      throw invalid(`Field ${quoted(name)} is empty. Give it a value, or leave it out.`);
    }
    return [name, value];
  });
  // Made from entries, a parameter named __proto__ is one like any other, and refused by name.
  return Object.fromEntries(query);
}

/** @throws DomainError invalid_request for any parameter: the route takes none */
export function refuseQuery(
  query: Readonly<Record<string, string>>,
  { body }: Pick<Route, 'body'>,
) {
  const [name] = Object.keys(query);
  if (name === undefined) return;
  const where = body ? ' The fields go into the JSON body.' : '';
  throw invalid(`Unknown field ${quoted(name)} in the query, which takes none here.${where}`);
}

/** The body of a call that without one says the same as with an empty object. As jsonOf otherwise. */
export const jsonOrEmpty = (event: ApiEvent): unknown => (event.body ? jsonOf(event) : {});

/** @throws DomainError invalid_request */
export function jsonOf(event: ApiEvent): unknown {
  const type = soleHeaderOf(event, 'Content-Type');
  if (type !== undefined && !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type.trim())) {
    const message = 'The body must be JSON. Send it with content-type: application/json.';
    throw invalid(message, 'unsupported_media_type');
  }
  requirePlain(event);
  const text = textOf(event);
  if (text === '') throw invalid('The body is missing. Send a JSON object.');
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('The body must be a JSON object.');
  }
  return value;
}

/** @throws DomainError invalid_request for a compressed body: nothing here unpacks one */
export function requirePlain(event: ApiEvent): void {
  const coding = headerOf(event, 'content-encoding')?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return;
  const message = 'The body is compressed. Send it as it is, without content-encoding.';
  throw invalid(message, 'unsupported_media_type');
}

const NOT_UTF8 =
  'The body is not valid UTF-8, or holds U+FFFD, which stands for what is not. Send it encoded as UTF-8, without that character.';

/** @throws DomainError invalid_request for a body that is too large or not UTF-8 */
export function textOf({ body, isBase64Encoded }: ApiEvent): string {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.byteLength > MAX_JSON_BYTES) {
    throw invalid(
      `The body is larger than ${MAX_JSON_BYTES} bytes. Send a smaller one.`,
      'body_too_large',
    );
  }
  // The gateway writes U+FFFD where bytes were not UTF-8; nothing that we take has reason to hold
  // it.
  const text = bytes.toString('utf8');
  if (text.includes('\uFFFD')) throw invalid(NOT_UTF8);
  return text;
}

/** What of a form may be its boundaries and the head of its part. */
const MOST_FRAMING_BYTES = 64 * 1024;

/** @throws DomainError invalid_request */
export async function fileOf(event: ApiEvent, upload: Route['upload']): Promise<FilePart> {
  const type = soleHeaderOf(event, 'Content-Type')?.trim() ?? '';
  const isForm = /^multipart\/form-data\s*(;|$)/i.test(type);
  if (!isForm && upload !== '*/*') {
    const message =
      'The body must be a form. Send it as multipart/form-data with the file in a part named `file`.';
    throw invalid(message, 'unsupported_media_type');
  }
  requirePlain(event);
  const inMemory = () => Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'latin1');
  const stream = event.bodyStream ?? Readable.from([inMemory()]);
  const length = Number(headerOf(event, 'content-length') ?? Number.NaN);
  const atLeast = (framing: number) => (length >= framing ? { atLeast: length - framing } : {});
  if (isForm) return { ...(await filePart(stream, type)), ...atLeast(MOST_FRAMING_BYTES) };
  // The gateway has decoded as text what it does not take for bytes, and that cannot be undone.
  if (!event.bodyStream && event.body && !event.isBase64Encoded) {
    const message = 'The bytes of a file are taken as application/octet-stream, or as a form.';
    throw invalid(message, 'unsupported_media_type');
  }
  return {
    filename: '',
    contentType: type || 'application/octet-stream',
    bytes: stream,
    ...atLeast(0),
  };
}
