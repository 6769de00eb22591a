import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Dice, dice } from '../detectors/random.ts';
import { drawMusic } from './music.ts';

const run = promisify(execFile);
export const VOICES = ['slt', 'rms', 'awb', 'kal16'];
export const TEXTS = [
  'the quick brown fox jumps over the lazy dog and runs away into the forest',
  'good evening and welcome to the programme tonight we speak about the sea',
  'please remember that the meeting has been moved to thursday at four',
  'she opened the window slowly and looked at the mountains far away',
  'if you want to know more about our work you can write us a letter',
  'there is nothing more to say he told her and closed the old door',
];
const SEED = 20_261;
const ROUNDS = 10;

export interface Clip {
  readonly kind: string;
  readonly file: string;
  /** What is said; null where nobody speaks. */
  readonly text: string | null;
}

/** Makes at least 60 clips of speech and of what is none; the same ones at every run. */
export async function makeClips(folder: string): Promise<Clip[]> {
  const chance = dice(SEED);
  const clips: Clip[] = [];
  const add = async (kind: string, text: string | null, ...args: string[]): Promise<string> => {
    const file = join(folder, `${clips.length}-${kind.replaceAll(' ', '-')}.wav`);
    await run('ffmpeg', ['-v', 'error', '-y', ...args, '-ar', '16000', '-ac', '1', file]);
    clips.push({ kind, file, text });
    return file;
  };
  const source = (filter: string) => ['-f', 'lavfi', '-i', filter];
  for (let round = 0; round < ROUNDS; round++) {
    const text = chance.pick(TEXTS);
    const voice = VOICES[round % VOICES.length];
    const spoken = await add('speech', text, ...source(`flite=text='${text}':voice=${voice}`));
    const song = join(folder, `${round}.raw`);
    await writeFile(song, drawMusic(chance, 7));
    const music = ['-f', 's16le', '-ar', '16000', '-ac', '1', '-i', song];
    await add('music', null, ...music);
    const under = `[1]volume=${chance.between(0.12, 0.37).toFixed(2)}[m];[0][m]amix=duration=first:normalize=0`;
    await add('speech over music', text, '-i', spoken, ...music, '-filter_complex', under);
    const hiss = source(
      `anoisesrc=c=${colour(chance)}:a=${chance.between(0.005, 0.03).toFixed(3)}`,
    );
    const mixed = ['-filter_complex', 'amix=duration=first:normalize=0'];
    await add('speech in noise', text, '-i', spoken, ...hiss, ...mixed);
    await add('noise', null, ...source(`anoisesrc=c=${colour(chance)}:a=0.3:d=5:seed=${round}`));
    await add('tone', null, ...source(`sine=f=${chance.whole(150, 3000)}:d=4`));
  }
  await add(
    'noise',
    null,
    ...source('anoisesrc=c=white:a=0.3:d=6,highpass=1500,tremolo=f=7:d=0.4'),
  );
  await add('tone', null, ...source('sine=f=600:d=6,tremolo=f=4:d=1'));
  await add('tone', null, ...source('sine=f=440:d=8,vibrato=f=6:d=0.5'));
  for (const [drops, roof] of [
    [0.2, 6000],
    [0.5, 3000],
    [0.9, 7000],
  ]) {
    const fall = `anoisesrc=c=velvet:a=${drops}:d=6`;
    const hiss = `anoisesrc=c=pink:a=0.1:d=6,highpass=400,lowpass=${roof}`;
    const mixed = ['-filter_complex', 'amix=duration=first:normalize=0'];
    await add('rain', null, ...source(fall), ...source(hiss), ...mixed);
  }
  await add('silence', null, ...source('anullsrc=d=4'));
  await add('silence', null, ...source('anoisesrc=c=white:a=0.0005:d=4'));
  return clips;
}

const colour = (chance: Dice) =>
  chance.pick(['white', 'pink', 'brown', 'blue', 'violet', 'velvet']);
