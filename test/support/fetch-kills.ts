import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { egress } from '../../layers/adapters/egress/egress.ts';
import { noiseStreams } from './clips/noise-streams.ts';
import { type LinksElsewhere, linksElsewhere } from './links-elsewhere.ts';
import { type KilledRun, killedRun } from './processes/killed-run.ts';
import { testService } from './service.ts';
import { piecesSite } from './sites/pieces-site.ts';
import type { TestTables } from './tables.ts';

/** How a worker ends, and the function that it calls; by itself, where nothing is said. */
export interface FetchKill {
  /** While this piece is waited for, and a part of the stream is stored, the function dies. */
  readonly piece?: string;
  /** Whether its worker dies before it; else another function goes on. */
  readonly withWorker?: boolean;
  /** The step of the worker, by its name, behind which it dies. */
  readonly after?: string;
}

/** Of the first part that is stored: some 25 pieces. */
const FIRST_PART_BYTES = 22 * 1024 ** 2;
const LEASE_SECONDS = 61;
const POLL_MS = 20;

/**
 * Fetches that are killed: of `short.m3u8`, three seconds, and `ts.m3u8`, of which more than a part
 * is stored. Their pieces, of a second each, are `ts0.ts` and so on.
 * @param seconds of the longer one
 */
export async function fetchKills(tables: TestTables, seconds: number) {
  const elsewhere = await linksElsewhere();
  const place = { ...elsewhere.place, firstPartBytes: FIRST_PART_BYTES };
  const web = await piecesSite(async (folder) => {
    await noiseStreams(folder, seconds, ['ts.m3u8']);
    const playlist = await readFile(join(folder, 'ts.m3u8'), 'utf8');
    const threePieces = playlist.slice(0, playlist.indexOf('#EXTINF', playlist.indexOf('ts2.ts')));
    await writeFile(join(folder, 'short.m3u8'), `${threePieces}#EXT-X-ENDLIST\n`);
  });
  const service = testService(tables, egress('1').refusalOf);

  async function live(
    work: Omit<KilledRun, 'now'>,
    { piece, withWorker = false, after }: FetchKill,
    passing: string,
  ) {
    const kill = after === undefined ? {} : { kill: { step: after, when: 'after' as const } };
    const run = { ...work, now: service.clock.now.toISOString(), ...kill };
    service.clock.now = new Date(service.clock.now.getTime() + LEASE_SECONDS * 1000);
    if (piece === undefined) return killedRun(run);
    const reached = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    web.manners.onAsked = async (name) => {
      if (name !== piece) return;
      reached.resolve();
      await gone.promise;
    };
    return killedRun(run, async (killWorker) => {
      await reached.promise;
      while (!(await elsewhere.keepsParts(passing))) await wait(POLL_MS);
      web.behave();
      if (withWorker) killWorker();
      await elsewhere.killFunction();
      gone.resolve();
    });
  }

  return {
    web,
    /** Has a job fetch a stream by workers that end so, one after the other, and one that lives. */
    async killed(name: string, kills: readonly FetchKill[]) {
      const caller = await service.caller();
      const url = `${web.origin}/${name}`;
      const asked = { url, detail: 'overview', transcribe: false, sync: false };
      const { body } = await service.frames(caller, asked);
      const [message] = service.messages.splice(0);
      const job = () => service.jobs.find(caller.orgId, body.job_id);
      const { video_id } = (await job()) ?? {};
      if (!message || video_id === undefined) throw new Error('nothing was queued');
      const { records, ledger } = tables;
      const work = { records, ledger, message, elsewhere: place };
      const folder = `orgs/${caller.orgId}/videos/${video_id}/source/`;
      const died: boolean[] = [];
      for (const kill of [...kills, {}]) {
        died.push((await live(work, kill, `${folder}fetching/`)).signal === 'SIGKILL');
      }
      const video = await service.videos.find(caller.orgId, video_id);
      const { ledger: moves } = await service.getCredits(caller, 200);
      const left = {
        status: (await job())?.status,
        moved: moves.filter(({ job_id }) => job_id === body.job_id).map(({ reason }) => reason),
        ...(await leftIn(elsewhere, folder)),
      };
      return { died, left, source: await elsewhere.stored(video?.source_key ?? '') };
    },
    async close() {
      await Promise.all([elsewhere.close(), web.close()]);
    },
  };
}

/** What must be left, whoever was killed. */
export const RIGHT_END = {
  status: 'succeeded',
  moved: ['frames:overview'],
  folders: 1,
  objects: ['blocks-source', 'source'],
  transfers: 0,
  scratch: [],
};

async function leftIn({ artifacts, transfers, folder: scratch }: LinksElsewhere, folder: string) {
  const names = (await artifacts.list(folder)).map((key) => key.slice(folder.length).split('/'));
  return {
    folders: new Set(names.map(([first]) => first)).size,
    objects: names.map(([, ...name]) => name.join('/')).sort(),
    transfers: (await transfers()).filter(({ Key }) => Key?.startsWith(folder)).length,
    scratch: (await readdir(scratch)).filter((name) => name !== 'objects'),
  };
}
