import type { z } from 'zod';
import { serveOnLoopback } from '../../../layers/adapters/loopback/serve-bytes.ts';
import { chooseTextReader } from '../../../layers/adapters/onnx/text/find-text-reader.ts';
import { signedSource } from '../../../layers/adapters/s3/stored/signed-source.ts';
import { tempScratch } from '../../../layers/adapters/system/scratch.ts';
import type {
  Copied,
  Opened,
  Probed,
  ToldSheets,
} from '../../../layers/app/decoding/decoder-answers.ts';
import type { Given } from '../../../layers/app/decoding/given-file.ts';
import { readWhole } from '../../../layers/app/sources/read-whole.ts';
import type { Window } from '../../../layers/domain/window.ts';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { binariesIn } from '../../compose/binaries.ts';
import { type Cut, type Decoded, Order } from '../../compose/durable/decode-order.ts';
import { orderHandler } from '../../compose/durable/order-handler.ts';
import { whileTelling } from '../../compose/durable/while-telling.ts';
import { EgressEnv } from '../../compose/env/egress-env.ts';
import { TextReaderEnv } from '../../compose/env/text-reader-env.ts';
import { copy } from './copy-master.ts';
import { cut, decode } from './decode-segment.ts';
import { draw } from './draw-read.ts';
import { findSpeech, hear, readCaptions } from './hear-window.ts';
import type { Means } from './means.ts';
import { whileWanted } from './while-wanted.ts';

const binaries = await binariesIn(process.env);
const scratch = await tempScratch();
const reader = chooseTextReader(TextReaderEnv.parse(process.env))?.connect();
const engine = ffmpegEngine(binaries, reader);
const egressEnv = EgressEnv.parse(process.env);

/** Few orders are about links, and what follows them takes 40 ms of CPU to load. */
let links: Promise<Links> | undefined;
const linksOnce = (): Promise<Links> => {
  links ??= import('./remote-media.ts').then(({ remoteMedia }) => remoteMedia(egressEnv, binaries));
  return links;
};

type Links = ReturnType<typeof import('./remote-media.ts').remoteMedia>;

type Answer = z.infer<
  typeof Cut | typeof Decoded | typeof Probed | typeof Opened | typeof Copied | typeof Given
>;

/**
 * Does one thing with a file that nobody vouches for. It has no rights: what it reads and what it
 * writes are addresses that were signed for it, and links.
 */
export const handler = orderHandler(Order, (order, signal) => {
  const wantedUrl = 'wantedUrl' in order ? order.wantedUrl : undefined;
  return whileWanted(wantedUrl, signal, (wanted) =>
    scratch.inFolder((folder) => carriedOut(order, folder, wanted)),
  );
});

async function carriedOut(order: Order, folder: string, signal: AbortSignal): Promise<Answer> {
  if (order.kind === 'open') return openedLink(order, signal);
  const means = meansFor(order, folder, signal);
  switch (order.kind) {
    case 'probe':
      return { probe: await means.opened(engine.probe) };
    case 'copy':
      return copy(order, means);
    case 'draw':
      return drawn(order, folder, signal);
    case 'cut':
      return { parts: await cut(order, means) };
    case 'captions':
      return readCaptions(order, means);
    case 'speech':
      return findSpeech(order, means);
    case 'hear':
      return hear(order, means);
    case 'decode':
      return decode(order, means);
  }
}

/** An order about a source that is stored, or that was opened before. */
type KnownOrder = Exclude<Order, { kind: 'open' }>;

const meansFor = (order: KnownOrder, folder: string, signal: AbortSignal): Means => ({
  binaries,
  folder,
  signal,
  opened: (read) => opened(order.source, readOf(order), signal, read),
});

/** The seconds that an order reads; undefined for no end. */
function readOf(order: KnownOrder): Window | undefined {
  if ('plan' in order) return order.plan.covered;
  return 'window' in order ? order.window : undefined;
}

async function drawn(
  order: Order & { kind: 'draw' },
  folder: string,
  signal: AbortSignal,
): Promise<z.infer<typeof Given>> {
  let told: z.infer<typeof ToldSheets> = { sheets: 0 };
  const onDrawn = (now: typeof told) => {
    told = now;
  };
  const work = (wanted: AbortSignal) =>
    draw(order, { ...meansFor(order, folder, wanted), engine }, onDrawn);
  const { progress: place } = order;
  if (!place) return work(signal);
  return whileTelling({ place, progress: () => told, comesLater: true }, signal, work);
}

async function openedLink(
  { remote }: Order & { kind: 'open' },
  signal: AbortSignal,
): Promise<z.infer<typeof Opened>> {
  const { open } = await linksOnce();
  const media = await open(remote, signal);
  if (!media) return { opened: null };
  try {
    const probe = await readWhole(media, undefined, signal, engine.probe);
    return { opened: { probe, version: media.version, tag: media.tag() ?? null } };
  } finally {
    media.close();
  }
}

async function opened<Made>(
  source: KnownOrder['source'],
  window: Window | undefined,
  signal: AbortSignal,
  read: (input: string, signal: AbortSignal) => Promise<Made>,
): Promise<Made> {
  const media =
    'url' in source
      ? signedSource(serveOnLoopback, source)
      : await (await linksOnce()).again(source, signal);
  try {
    return await readWhole(media, window, signal, read);
  } finally {
    media.close();
  }
}
