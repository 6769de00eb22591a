import { execFile, spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { fromSamples, RATE } from './mix.ts';

const run = promisify(execFile);

/** Sentences of other languages, for `espeak-ng`. */
export const LANGUAGES: Readonly<Record<string, string>> = {
  de: 'Guten Abend und herzlich willkommen, heute sprechen wir über das Meer.',
  fr: 'Bonsoir à tous, ce soir nous parlons de la mer et des bateaux.',
  es: 'Buenas tardes y bienvenidos, hoy vamos a hablar del mar y de los barcos.',
  it: 'Buonasera e benvenuti, oggi parliamo del mare e delle navi.',
  pl: 'Dobry wieczór i witamy, dzisiaj mówimy o morzu i o statkach.',
  ru: 'Добрый вечер, сегодня мы говорим о море и о кораблях.',
  tr: 'İyi akşamlar ve hoş geldiniz, bugün denizden söz ediyoruz.',
  cmn: '晚上好，欢迎大家，今天我们谈谈大海和船。',
  hi: 'नमस्कार, आज हम समुद्र और जहाज़ों के बारे में बात करेंगे।',
  ar: 'مساء الخير وأهلا بكم، نتحدث اليوم عن البحر والسفن.',
  vi: 'Xin chào các bạn, hôm nay chúng ta nói về biển và những con tàu.',
  sw: 'Habari za jioni na karibuni, leo tunazungumza kuhusu bahari.',
};

/** What ffmpeg decodes, as 16 kHz mono. */
async function decoded(...input: string[]): Promise<Float64Array> {
  const args = ['-v', 'error', ...input, '-ar', String(RATE), '-ac', '1', '-f', 's16le', 'pipe:1'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 26 });
  return fromSamples(
    Int16Array.from({ length: stdout.length >> 1 }, (_, i) => stdout.readInt16LE(2 * i)),
  );
}

/** English by flite, in one of the voices that ffmpeg brings. */
export const flite = (text: string, voice: string): Promise<Float64Array> =>
  decoded('-f', 'lavfi', '-i', `flite=text='${text}':voice=${voice}`);

/** Any language by espeak-ng, by way of a file. */
export async function espeak(text: string, voice: string, file: string): Promise<Float64Array> {
  await run('espeak-ng', ['-v', voice, '-s', '150', '-w', file, text]);
  return decoded('-i', file);
}

/** The first seconds of a recording. */
export const recorded = (file: string, seconds: number): Promise<Float64Array> =>
  decoded('-t', String(seconds), '-i', file);

/** The same after filters of ffmpeg, such as those of a telephone line. */
export async function filtered(sound: Float64Array, filters: string): Promise<Float64Array> {
  const raw = ['-f', 'f64le', '-ar', String(RATE), '-ac', '1'];
  const args = ['-v', 'error', ...raw, '-i', 'pipe:0', '-af', filters, ...raw, 'pipe:1'];
  const tool = spawn('ffmpeg', args, { stdio: ['pipe', 'pipe', 'inherit'] });
  tool.stdin.end(Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength));
  const bytes = await buffer(tool.stdout);
  return Float64Array.from({ length: bytes.length >> 3 }, (_, i) => bytes.readDoubleLE(8 * i));
}
