import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const second = z.number();
const Span = z.tuple([second, second]);

/** What `truth.json` of a folder of footage tells of a file, as far as it is asked about. */
const Truth = z.looseObject({
  hard_cuts_seconds: z.array(second).optional(),
  n_hard_cuts: z.int().optional(),
  blacks: z.array(Span).optional(),
  overlays: z
    .array(
      z.looseObject({
        appears: second.optional(),
        fade_in: Span.optional(),
        gone_at: second.optional(),
      }),
    )
    .optional(),
  speech: z.array(z.looseObject({ start: second, end: second, text: z.string() })).optional(),
  words: z.array(z.looseObject({ start: second, end: second })).optional(),
});
const File = z.looseObject({
  file: z.string(),
  duration: z.coerce.number().nullable(),
  truth: Truth,
});
type Footage = z.infer<typeof File>;

export interface TruthQuestion {
  readonly file: string;
  readonly question: string;
  /** Where a citation may lie, in seconds; empty for what is not there. */
  readonly spans: readonly (readonly [number, number])[];
}

/** Files of the folder that are media. */
export async function footageIn(folder: string): Promise<Footage[]> {
  const text = await readFile(join(folder, 'truth.json'), 'utf8');
  const files = z.array(File).parse(JSON.parse(text));
  return files.filter(({ duration }) => duration !== null);
}

/** What each file is asked, with the spans of the answer; absences where the truth says that there is none. */
export function questionsOf({ file, duration, truth }: Footage): TruthQuestion[] {
  const ask = (question: string, spans: TruthQuestion['spans']): TruthQuestion => ({
    file,
    question,
    spans,
  });
  const isSound = file.endsWith('.wav');
  const cuts = truth.hard_cuts_seconds ?? (truth.n_hard_cuts === 0 ? [] : undefined);
  const said = truth.speech ?? truth.words;
  const overlays = truth.overlays?.map(
    ({
      appears,
      fade_in: [from, to] = [appears ?? 0, appears ?? 0],
      gone_at: gone = duration ?? to,
    }) => [from, Math.max(to, gone)] as const,
  );
  return [
    ...(cuts
      ? [
          ask(
            'When are the cuts?',
            cuts.map((at) => [at, at]),
          ),
        ]
      : []),
    ...(isSound ? [] : [ask('When is the screen black?', truth.blacks ?? [])]),
    ...(overlays ? [ask('When does a title appear?', overlays)] : []),
    ...(said
      ? [
          ask(
            'What is said?',
            said.map(({ start, end }) => [start, end]),
          ),
        ]
      : []),
    ...(truth.speech ?? []).map(({ start, end, text }) =>
      ask(`When is "${text.replaceAll(/[^\p{L} ]/gu, '')}" said?`, [[start, end]]),
    ),
    ...ABSENT.map((question) => ask(question, [])),
  ];
}

/** In none of the files. */
const ABSENT = [
  'When do they mention the helicopter?',
  'When does a green elephant appear?',
  'When does the camera whip from one place to another?',
];
