import { dynamoSourceSwap } from '../../layers/adapters/dynamo/videos/source-swap.ts';
import { newId } from '../../layers/adapters/system/clock.ts';
import { newSourceDigest } from '../../layers/adapters/system/digest.ts';
import type { Copier, CopyMessage } from '../../layers/app/ports/videos/working-copies.ts';
import { makeReceiveUpload } from '../../layers/app/uploads/receive-upload.ts';
import { makeEraseVideo } from '../../layers/app/videos/erase-video.ts';
import { makeKeepWorkingCopy } from '../../layers/app/videos/keep-working-copy.ts';
import { orderingCopies } from '../../layers/app/videos/order-working-copies.ts';
import type { Principal } from '../../layers/domain/accounts/credential.ts';
import type { Probe } from '../../layers/domain/sources/probe.ts';
import { MINUTE } from './fakes/fake-engine.ts';
import { memorySources } from './fakes/memory-sources.ts';
import { testService } from './service.ts';
import type { TestTables } from './tables.ts';

const signal = new AbortController().signal;
const PRORES: Probe = {
  ...MINUTE,
  picture: MINUTE.picture && { ...MINUTE.picture, codec: 'prores', timecode: '01:00:00:00' },
};

/** A service whose copier writes what it is told. */
export async function copyingService(tables: TestTables, found = PRORES) {
  const service = testService(tables);
  service.engine.found = found;
  const orders: (CopyMessage & { delaySeconds: number })[] = [];
  const queue = {
    send: async (message: CopyMessage, delaySeconds: number) =>
      void orders.push({ ...message, delaySeconds }),
  };
  const made = {
    bytes: 'copy',
    /** Called while a copy is being made. */
    meanwhile: async () => undefined as unknown,
    seconds: 60,
    copies: 0,
    discarded: 0,
  };
  const copier: Copier = {
    secondsFor: () => made.seconds,
    async copy() {
      made.copies += 1;
      await made.meanwhile();
      const bytes = Buffer.from(made.bytes);
      return {
        probe: MINUTE,
        sizeBytes: bytes.length,
        contentType: 'video/quicktime',
        extension: '.mov',
        async *bytes() {
          yield bytes;
        },
        async discard() {
          made.discarded += 1;
        },
      };
    },
  };
  const { artifacts, uploads, decoder } = service;
  const videos = orderingCopies(service.videos, queue);
  const receive = makeReceiveUpload({
    videos,
    uploads,
    artifacts,
    decoder,
    newId,
    newDigest: newSourceDigest,
    now: () => service.clock.now,
  });
  const deps = {
    videos,
    artifacts,
    copier,
    queue,
    newId,
    workerSeconds: 900,
    newDigest: newSourceDigest,
    swaps: dynamoSourceSwap(tables.db, tables.records),
    sources: memorySources(artifacts.objects),
    now: () => service.clock.now,
  };
  const caller = await service.caller();
  const upload = (content = `a master ${newId('upl')}`, by: Principal = caller) =>
    receive(
      by,
      {
        filename: 'Master.mov',
        contentType: 'video/quicktime',
        bytes: (async function* () {
          yield Buffer.from(content);
        })(),
      },
      signal,
    );
  const keep = makeKeepWorkingCopy(deps);
  const order = async () => {
    const { video, upload_id } = await upload();
    const make = { orgId: caller.orgId, videoId: video.id, step: 'make' } as const;
    return { make, upload_id, clear: { ...make, step: 'clear' } as const };
  };
  const find = ({ orgId, videoId }: CopyMessage) => service.videos.find(orgId, videoId);
  /** Keys of sources; their digests lie beside them. */
  const stored = () => [...artifacts.objects.keys()].filter((key) => !key.includes('/blocks-'));
  const erase = makeEraseVideo({ ...service.erasing, artifacts });
  return {
    ...service,
    deps,
    queue,
    orders,
    made,
    caller,
    upload,
    keep,
    order,
    find,
    stored,
    erase,
  };
}
