import { join } from 'node:path';
import type { Depth } from '../../layers/domain/questions/question.ts';
import type { QuestionBench } from './service.ts';
import { footageIn, questionsOf } from './truth.ts';

/** Seconds that a citation may be off: what a cut of a compressed file is known to. */
const TOLERANCE = 0.1;

const share = (part: number, whole: number) =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 1000;

/** Asks what the footage's truth knows, and holds the seconds of the answers against it. */
export async function measureCitations(bench: QuestionBench, folder: string, depth: Depth) {
  const rows = [];
  let answeredBy: string | undefined;
  for (const file of await footageIn(folder)) {
    const upload_id = await bench.upload(join(folder, file.file));
    for (const { question, spans } of questionsOf(file)) {
      const answer = await bench.ask({ upload_id, question, depth, rewatch: true });
      answeredBy ??= answer.notes[0];
      const { seen_at: cited, unanswered } = answer;
      const inside = cited.filter((second) =>
        spans.some(([from, to]) => second >= from - TOLERANCE && second <= to + TOLERANCE),
      );
      const isAbsence = spans.length === 0;
      const isKept = unanswered.length > 0 && cited.length === 0;
      rows.push({ file: file.file, question, isAbsence, isKept, cited, inside: inside.length });
    }
  }
  const absences = rows.filter(({ isAbsence }) => isAbsence);
  const present = rows.filter(({ isAbsence }) => !isAbsence);
  const answered = present.filter(({ cited }) => cited.length > 0);
  const sum = (all: readonly number[]) => all.reduce((whole, part) => whole + part, 0);
  return {
    answeredBy,
    questions: rows.length,
    withSpans: present.length,
    answered: answered.length,
    citations: sum(answered.map(({ cited }) => cited.length)),
    insideTheirSpan: share(
      sum(answered.map(({ inside }) => inside)),
      sum(answered.map(({ cited }) => cited.length)),
    ),
    absences: absences.length,
    keptAbsent: share(absences.filter(({ isKept }) => isKept).length, absences.length),
    wrong: rows.filter(({ isAbsence, isKept, cited, inside }) =>
      isAbsence ? !isKept : inside < cited.length,
    ),
  };
}
