import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { classArchive } from '../../local/dynamodb/class-archive.ts';
import { program } from '../../local/dynamodb/program.ts';
import { startDynamo } from '../../local/dynamodb/start-dynamo.ts';
import { trainEngine } from '../../local/dynamodb/train-engine.ts';
import { newAccess } from '../../local/engine-access.ts';
import { freePort } from '../../local/http/ports.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-database-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

// Only Linux tells which files a process has mapped.
const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux(
  'the local database starts from the archive of its classes, with no file elsewhere',
  async () => {
    const temporary = join(folder, 'tmp');
    await mkdir(temporary);
    await writeFile(join(temporary, 'of-one-that-was-killed.so'), '');
    const access = newAccess('us-east-1');
    const engine = await startDynamo(folder, await freePort(), access);
    const client = new DynamoDBClient({ endpoint: engine.endpoint, ...access });
    await client.send(new ListTablesCommand({}));
    client.destroy();
    const pid = await readFile(join(folder, 'engine.pid'), 'utf8');
    const mapped = await readFile(`/proc/${pid}/maps`, 'utf8');
    const files = await readdir(temporary);
    await engine.stop();
    expect(mapped).toContain('.jsa');
    expect(files).toEqual([expect.stringMatching(/^sqlite.*\.so$/)]);
  },
);

test('the local database keeps its files in a folder of any name, whatever the locale', async () => {
  const named = join(folder, 'Ärger çok #1 %20');
  const { LC_ALL: before } = process.env;
  process.env['LC_ALL'] = 'POSIX';
  try {
    const engine = await startDynamo(named, await freePort(), newAccess('us-east-1'));
    await engine.stop();
  } finally {
    if (before === undefined) delete process.env['LC_ALL'];
    else process.env['LC_ALL'] = before;
  }
  expect(await readdir(named)).toContain('engine.pid');
});

test('an archive that is damaged is not used, and the database starts', async () => {
  const archive = join(folder, 'damaged.jsa');
  await writeFile(archive, 'no archive');
  const without = (await program(256)).filter((argument) => !argument.includes('.jsa'));
  await trainEngine([`-XX:SharedArchiveFile=${archive}`, ...without]);
});

test('a Java that makes no archive is asked once', async () => {
  const jar = join(folder, 'program.jar');
  expect(await classArchive(jar, ['-XX:+NoSuchOption'])).toBeUndefined();
  // With what would make one this time.
  expect(await classArchive(jar, await program(256))).toBeUndefined();
});
