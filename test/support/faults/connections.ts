import { FAULT_KINDS, type FaultKind } from './fault.ts';
import type { Asked } from './fault-proxy.ts';
import type { LineName } from './faulty-service.ts';
import type { SceneName } from './scenes.ts';

/** One part of the service and what it calls, in a scene in which it does. */
export interface Connection {
  readonly scene: SceneName;
  /**
   * Undefined for the sockets between a decoder and the worker that it reads from, which no proxy
   * can stand between.
   */
  readonly line?: LineName | undefined;
  readonly concerns: (asked: Asked) => boolean;
  readonly kinds: readonly FaultKind[];
  /**
   * Most requests that one fault hits, where the service waits for long before it tries once more.
   */
  readonly mostTimes?: number;
}

const always = () => true;
/** What was uploaded, or fetched from a link. */
const isSource = ({ method, path }: Asked): boolean =>
  (method === 'GET' || method === 'HEAD') && /\/videos\/[^/]+\/(upl_|source\/)/.test(path);
/**
 * Addresses that were signed are for callers, and for decoders, whose reads are tried by
 * themselves.
 */
const isOfService = ({ path }: Asked): boolean => !path.includes('X-Amz-Signature');

const except = (...left: FaultKind[]) => FAULT_KINDS.filter((kind) => !left.includes(kind));
/** A store that throttles says so by 503. */
const OF_STORE = except('throttled');

/** By the names under which they are reported. */
export const CONNECTIONS: Readonly<Record<string, Connection>> = {
  'decoder, reader': {
    scene: 'long frames',
    concerns: always,
    kinds: ['cut', 'cut again and again'],
  },
  'decoder, store': {
    scene: 'frames',
    line: 'worker to store',
    concerns: isSource,
    kinds: OF_STORE,
  },
  'probe, store': {
    scene: 'upload',
    line: 'gateway to store',
    concerns: isSource,
    kinds: OF_STORE,
  },
  'ingest, store': {
    scene: 'direct upload',
    line: 'worker to store',
    concerns: always,
    kinds: OF_STORE,
  },
  'copier, store': {
    scene: 'working copy',
    line: 'worker to store',
    concerns: always,
    kinds: OF_STORE,
  },
  recogniser: {
    scene: 'transcript',
    line: 'worker to recogniser',
    concerns: always,
    kinds: FAULT_KINDS,
  },
  'fetcher, site (file)': {
    scene: 'link',
    line: 'worker to site',
    concerns: always,
    kinds: FAULT_KINDS,
  },
  'fetcher, site (stream)': {
    scene: 'stream',
    line: 'worker to site',
    concerns: always,
    kinds: FAULT_KINDS,
  },
  'worker, store': {
    scene: 'link',
    line: 'worker to store',
    concerns: isOfService,
    kinds: OF_STORE,
  },
  'worker, tables': {
    scene: 'frames',
    line: 'worker to tables',
    concerns: always,
    kinds: FAULT_KINDS,
  },
  'fetcher, tables': {
    scene: 'link',
    line: 'worker to tables',
    concerns: always,
    kinds: FAULT_KINDS,
  },
  'worker, queue': {
    scene: 'frames',
    line: 'worker to queue',
    concerns: always,
    kinds: FAULT_KINDS,
  },
  'worker, receiver': {
    scene: 'frames',
    line: 'worker to receiver',
    concerns: always,
    kinds: FAULT_KINDS,
    mostTimes: 3,
  },
  'gateway, tables': {
    scene: 'frames',
    line: 'gateway to tables',
    concerns: always,
    kinds: FAULT_KINDS,
  },
  'upload, tables': {
    scene: 'upload',
    line: 'gateway to tables',
    concerns: always,
    kinds: FAULT_KINDS,
  },
  'gateway, queue': {
    scene: 'frames',
    line: 'gateway to queue',
    concerns: always,
    kinds: FAULT_KINDS,
  },
  'gateway, store': {
    scene: 'upload',
    line: 'gateway to store',
    concerns: isOfService,
    kinds: OF_STORE,
  },
};
