import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import type { Transcriber } from '../../app/ports/transcript/speech.ts';
import { DomainError } from '../../domain/errors.ts';
import { segmentsOf } from '../../domain/transcript/segments.ts';
import type { Word } from '../../domain/transcript/transcript.ts';

export const POCKETSPHINX = 'pocketsphinx';
/**
 * A line of `-time yes`: the word as its dictionary has it, start and end in seconds, posterior
 * probability.
 */
const WORD = /^(\S+) (\d+\.\d+) (\d+\.\d+) (\d+\.\d+)$/;
/** Half of what is said has to be sure before the language counts as found. */
const SURE_OF_LANGUAGE = 0.5;

/**
 * CMU PocketSphinx as Debian packages it. It knows English only and is modest, but it needs no
 * network, and its confidences are probabilities.
 * @param program an absolute path: the process is given no environment, and so no PATH
 */
export const pocketsphinx = (program: string): Transcriber => ({
  name: POCKETSPHINX,
  parallel: 2,
  async recognise({ samples, language }, signal) {
    if (language !== 'auto' && !/^(en|eng)\b/i.test(language)) {
      throw new DomainError(
        'invalid_request',
        `The recogniser that is set up here knows English only, not \`${language}\`. Send language "en", or leave it out.`,
        { suggestion: { language: 'en' } },
      );
    }
    const words = wordsOf(await run(program, samples, signal));
    const sure = words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;
    return {
      language: language !== 'auto' || sure >= SURE_OF_LANGUAGE ? 'en' : null,
      segments: segmentsOf(words),
    };
  },
});

/**
 * Reads the words out of what it prints; pauses, breaths and noises are in angle or square
 * brackets.
 */
function wordsOf(output: string): Word[] {
  return output.split('\n').flatMap((line): Word[] => {
    const [, text = '', start, end, confidence] = WORD.exec(line) ?? [];
    if (text === '' || /^[<[+]/.test(text)) return [];
    return [
      {
        // `read(2)` is the second pronunciation of `read`.
        word: text.replace(/\(\d+\)$/, ''),
        start: Number(start),
        end: Number(end),
        confidence: Math.min(1, Number(confidence)),
      },
    ];
  });
}

async function run(program: string, samples: Int16Array, signal: AbortSignal): Promise<string> {
  // It opens its input by name, which a pipe from here does not have.
  const file = await unnamedFile();
  try {
    await writeFile(file, samples);
    const child = spawn(program, ['-infile', '/dev/fd/3', '-time', 'yes', '-logfn', '/dev/null'], {
      env: {},
      stdio: ['ignore', 'pipe', 'ignore', file.fd],
      signal,
      killSignal: 'SIGKILL',
    });
    const [output, [code]] = await Promise.all([
      textOf(child.stdout as Readable),
      once(child, 'close'),
    ]);
    if (code !== 0) throw new Error(`${POCKETSPHINX} ended with ${code ?? 'a kill'}`);
    return output;
  } finally {
    await file.close();
  }
}

/** It goes with the last that holds it open, however this process ends. */
async function unnamedFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'speech-'));
  try {
    return await open(join(folder, 'speech.raw'), 'w+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}
