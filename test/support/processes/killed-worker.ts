import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoAccounts } from '../../../layers/adapters/dynamo/accounts/accounts.ts';
import { documentClient } from '../../../layers/adapters/dynamo/client.ts';
import { dynamoJobRuns } from '../../../layers/adapters/dynamo/jobs/job-runs.ts';
import { dynamoFetches } from '../../../layers/adapters/dynamo/links/fetches.ts';
import { dynamoPaidWindows, dynamoVideos } from '../../../layers/adapters/dynamo/videos/videos.ts';
import { wait } from '../../../layers/adapters/system/clock.ts';
import { sha256 } from '../../../layers/adapters/system/digest.ts';
import { type Drawer, makeDrawFrames } from '../../../layers/app/frames/draw-frames.ts';
import { makeRunJob } from '../../../layers/app/jobs/run-job.ts';
import { followingElsewhere } from '../../../layers/app/links/follow-elsewhere.ts';
import { makeObtainVideo } from '../../../layers/app/links/obtain-video.ts';
import { OPERATIONS } from '../../../layers/app/operations/operations.ts';
import { makeRunOperation } from '../../../layers/app/operations/run-operation.ts';
import type { ArtifactStore } from '../../../layers/app/ports/artifacts.ts';
import type { Listen } from '../../../layers/app/transcript/listen.ts';
import { makeClearErased } from '../../../layers/app/videos/clear-erased.ts';
import { notifyingRuns } from '../../../layers/app/webhooks/notify-of-ends.ts';
import { NO_DAMAGE } from '../../../layers/domain/sources/damage.ts';
import { fileTape } from '../../../layers/media/speech/sound-tape.ts';
import { fakeEngine } from '../fakes/fake-engine.ts';
import { fakeWeb } from '../fakes/fake-web.ts';
import { memoryArtifacts } from '../fakes/memory-artifacts.ts';
import { linksAt } from '../links-elsewhere.ts';
import { staying } from '../staying.ts';
import type { KilledRun } from './killed-run.ts';

// A worker process that works on one job, tells each step as it is taken, and kills itself at one
// of them. A step is a call of a port: what the code asks of the world, whatever the code is.
const {
  records,
  ledger,
  message,
  now: at,
  kill,
  leads = [],
  lost = [],
  elsewhere,
}: KilledRun = JSON.parse(process.argv[2] ?? '');
const now = () => new Date(at);
const die = () => process.kill(process.pid, 'SIGKILL');
let steps = 0;

const stepping = <P extends object>(name: string, port: P): P =>
  new Proxy(port, {
    get(target, method, receiver) {
      const call: unknown = Reflect.get(target, method, receiver);
      if (typeof call !== 'function') return call;
      return async (...args: unknown[]) => {
        const names = [steps, `${name}.${String(method)}`];
        steps += 1;
        process.stdout.write(`${names[1]}\n`);
        const isKilled = kill !== undefined && names.includes(kill.step);
        if (isKilled && kill.when === 'during') setTimeout(die, 1);
        const result: unknown = await Reflect.apply(call, target, args);
        if (isKilled) die();
        return result;
      };
    },
  });

const db = documentClient(
  new DynamoDBClient({
    endpoint: process.env['DYNAMODB_LOCAL_ENDPOINT'] ?? '',
  }),
);
const webhooks = stepping('webhooks', { send: async () => undefined });
const runs = notifyingRuns(stepping('runs', dynamoJobRuns(db, { records, ledger })), webhooks);
const videos = stepping('videos', dynamoVideos(db, records));
const place = elsewhere && linksAt(elsewhere);
const artifacts = stepping<ArtifactStore>('artifacts', place?.artifacts ?? memoryArtifacts());
const engine = fakeEngine();
engine.damage = { ...NO_DAMAGE, lost };
const listen: Listen = async () => ({
  transcript: {
    language: 'en',
    source: 'captions',
    text: 'Good evening.',
    segments: [{ start: 1, end: 2, text: 'Good evening.', confidence: 1 }],
    speech: { is_speech: true, confidence: 0.95, reason: 'Captioned.' },
    low_confidence: [],
  },
  notes: [],
  damage: NO_DAMAGE,
  endsAt: null,
});
const reading = { runs, artifacts, digest: sha256, now };
const web = fakeWeb(artifacts);
for (const [code, address] of leads) web.leads.set(code, address);
const following =
  place &&
  followingElsewhere({
    artifacts,
    direct: stepping('direct', place.direct),
    ...stepping('function', { call: place.call }),
    access: {},
    crc32,
    wait,
    now: () => new Date(),
    roundSeconds: 600,
    firstPartBytes: elsewhere.firstPartBytes,
  });
const accounts = stepping('accounts', dynamoAccounts(db, ledger));
const obtainVideo = makeObtainVideo({
  ...reading,
  fetches: stepping('fetches', dynamoFetches(db, records)),
  accounts,
  finder: stepping('finder', following ?? web.finder),
  fetcher: stepping('fetcher', following ?? web.fetcher),
  decoder: {
    probe: (_, signal) => engine.probe('', signal),
    open: async () => undefined,
  },
  wait: () => Promise.reject(new Error('nobody is to be waited for')),
  roundSeconds: 600,
  goOnLater: () => Promise.reject(new Error('nothing takes as long as a round')),
});
const working = {
  ...reading,
  obtainVideo,
  accounts,
  recogniser: null,
  textReader: null,
  paidWindows: stepping('paidWindows', dynamoPaidWindows(db, records)),
};
const drawer: Drawer = { draw: (...of) => engine.draw('', ...of) };
const draw = makeDrawFrames({ artifacts, drawer, listen, newTape: fileTape });
const run = makeRunJob({
  runs,
  works: {
    frames: makeRunOperation(OPERATIONS.frames, { draw }, working),
    transcript: makeRunOperation(OPERATIONS.transcript, { listen }, working),
    watch_video: () => Promise.reject(new Error('no question is asked')),
  },
  clearErased: makeClearErased({ videos, artifacts }),
  artifacts,
  now,
  ...staying,
});
await run({ ...message, run: randomUUID() }, new AbortController().signal, { isLast: false });
place?.close();
