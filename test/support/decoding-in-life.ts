import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Order } from '../../functions/compose/durable/decode-order.ts';
import type { ArtifactStore } from '../../layers/app/ports/artifacts.ts';
import type { Probe } from '../../layers/domain/sources/probe.ts';
import type { Binaries } from '../../layers/media/ffmpeg/binaries.ts';
import { readingOf } from '../../layers/media/read/decode.ts';
import { cutReads, cutTimes } from '../../layers/media/segments/cut-reads.ts';
import { decodeSegment } from '../../layers/media/segments/decode-segment.ts';
import { findKeyframes } from '../../layers/media/segments/find-keyframes.ts';
import { hear } from './listening-in-life.ts';

interface Decoding {
  readonly binaries: Binaries;
  readonly file: string;
  readonly artifacts: Pick<ArtifactStore, 'put'>;
  /** Whether the next decode dies when it has written half of its files. */
  readonly failsDecode: () => boolean;
  readonly dead: AbortSignal;
}

/** Carries out the orders of a long read, whatever addresses they were signed for. */
export const decodingInLife =
  ({ binaries, file, artifacts, failsDecode, dead }: Decoding) =>
  async (event: unknown): Promise<unknown> => {
    const order = Order.parse(event);
    const put = (url: string, bytes: Uint8Array) =>
      artifacts.put(url.slice('http://store.test/'.length), bytes, 'application/octet-stream');
    if (order.kind === 'hear') return hear(order, put);
    if (order.kind !== 'cut' && order.kind !== 'decode') throw new Error('of short reads');
    const { plan } = order;
    const probe = order.probe as Probe;
    if (order.kind === 'cut') {
      const source = { binaries, input: file, ...readingOf(probe, plan, dead) };
      const { segments } = order;
      const keyframes = await findKeyframes(source, cutTimes(plan, probe, segments));
      return { parts: cutReads(plan, probe, keyframes, { segments, hasReader: false }) };
    }
    const folder = await mkdtemp(join(tmpdir(), 'long-read-segment-'));
    try {
      await decodeSegment({ binaries, input: file, probe, plan }, order.segment, folder, dead);
      const made = (await readdir(folder)).filter((name) => name !== 'segment.json');
      const dies = failsDecode();
      for (const [i, name] of [...made, 'segment.json'].entries()) {
        if (dies && i >= made.length / 2) throw new Error('killed');
        const { url } = order.puts[name as keyof typeof order.puts];
        await put(url, await readFile(join(folder, name)));
      }
      return { decoded: true };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
