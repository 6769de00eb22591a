import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Another program that finds cuts. */
export interface Peer {
  name: string;
  /** Seconds of the cuts in a file. */
  cuts(file: string): number[];
}

const scdet = (threshold: number): Peer => ({
  name: `ffmpeg scdet ${threshold}`,
  cuts(file) {
    const args = ['-v', 'info', '-nostats', '-nostdin', '-i', file];
    const filter = `setpts=PTS-STARTPTS,scdet=threshold=${threshold}`;
    const run = spawnSync('ffmpeg', [...args, '-vf', filter, '-an', '-f', 'null', '-'], {
      maxBuffer: 2 ** 28,
    });
    return [...run.stderr.toString().matchAll(/lavfi\.scd\.time: ?([\d.]+)/g)].map(([, time]) =>
      Number(time),
    );
  },
});

const pySceneDetect = (detector: string): Peer => ({
  name: `PySceneDetect ${detector}`,
  cuts(file) {
    const folder = mkdtempSync(join(tmpdir(), 'scenes-'));
    spawnSync('scenedetect', ['-q', '-i', file, '-o', folder, detector, 'list-scenes']);
    const [name] = readdirSync(folder);
    const rows = name ? readFileSync(join(folder, name), 'utf8').split('\n') : [];
    rmSync(folder, { recursive: true });
    const head = rows.findIndex((row) => row.startsWith('Scene Number'));
    const column = rows[head]?.split(',').indexOf('Start Time (seconds)') ?? -1;
    return rows
      .slice(head + 2)
      .flatMap((row) => (row === '' ? [] : [Number(row.split(',')[column])]));
  },
});

/** The peers this machine has. */
export function peers(): Peer[] {
  const has = spawnSync('scenedetect', ['version']).status === 0;
  return [
    scdet(10),
    scdet(7),
    ...(has ? [pySceneDetect('detect-content'), pySceneDetect('detect-adaptive')] : []),
  ];
}
