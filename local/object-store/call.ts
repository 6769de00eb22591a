import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyPatience } from '../http/body-bytes.ts';
import type { Blobs } from './blobs.ts';
import type { ObjectIndex } from './object-index.ts';

/** A new object, in the form in which EventBridge hands it on. */
export interface ObjectCreatedEvent {
  readonly version: '0';
  readonly id: string;
  readonly 'detail-type': 'Object Created';
  readonly source: 'aws.s3';
  readonly account: string;
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: {
    readonly version: '0';
    readonly bucket: { readonly name: string };
    readonly object: {
      readonly key: string;
      readonly size: number;
      readonly etag: string;
      readonly sequencer: string;
    };
    readonly 'request-id': string;
    readonly requester: string;
    readonly 'source-ip-address': string;
    readonly reason: 'PutObject' | 'CopyObject' | 'CompleteMultipartUpload';
  };
}

/** What every action has at hand. */
export interface Store {
  readonly index: ObjectIndex;
  readonly blobs: Blobs;
  readonly region: string;
  readonly now: () => Date;
  readonly onObjectCreated: (event: ObjectCreatedEvent) => void;
  readonly patience: BodyPatience;
}

/** One authenticated request. */
export interface Call {
  readonly store: Store;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly bucket: string;
  readonly key: string;
  readonly query: URLSearchParams;
  /** The payload hash that the request was signed with. */
  readonly payload: string;
  readonly requestId: string;
}

/** A header with one value, or undefined. */
export const header = (call: Call, name: string): string | undefined => {
  const value = call.request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
};

export function answer(
  { response, request }: Call,
  status: number,
  headers: Readonly<Record<string, string | number>> = {},
  body = '',
): void {
  const type = body === '' ? {} : { 'content-type': 'application/xml' };
  const length =
    status === 204 || status === 304 ? {} : { 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...type, ...length, ...headers });
  response.end(request.method === 'HEAD' ? undefined : body);
}

export const quoted = (etag: string): string => `"${etag}"`;
export const unquoted = (etag: string): string => etag.trim().replace(/^"(.*)"$/, '$1');
