import { DEPTH_SPECS } from '../../domain/questions/depths.ts';
import { joinUnresolved } from '../../domain/questions/join-unresolved.ts';
import type { Claim, FilledField, Unresolved } from '../../domain/questions/settle-answer.ts';
import { probeOfRegion, shownRegion } from '../../domain/questions/survey-plan.ts';
import { addedTokens } from '../../domain/questions/token-use.ts';
import { toMillisecond } from '../../domain/timestamp.ts';
import type { Window } from '../../domain/window.ts';
import type { DrawFrames } from '../frames/draw-frames.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import { type Answerer, PicturesRefused } from '../ports/questions/answerer.ts';
import type { Ranking } from '../ports/questions/ranking.ts';
import { answerPass } from './answer-pass.ts';
import { checkPass } from './check-pass.ts';
import type { Material } from './material.ts';
import { chooseOpenings, openPass } from './open-pass.ts';
import { PROMPT_VERSION } from './prompts.ts';
import type { Reader, Reading } from './reading.ts';
import { type PlacedSheet, sheetsToSend, tilesOf } from './send-sheets.ts';
import { type Surveyed, surveyPass } from './survey-pass.ts';
import { toldAgain } from './told-again.ts';
import { unsettled } from './unsettled.ts';

interface Deps {
  readonly answerer: Answerer;
  readonly artifacts: Pick<ArtifactStore, 'get'>;
  readonly draw: DrawFrames;
  readonly ranking: Ranking;
  readonly tokensPerCredit: number;
}

const SHORT_SURVEY_SHEETS = 2;

/** Another model, and the same one asked otherwise, would have answered otherwise. */
export const modelKey = ({ name }: Pick<Answerer, 'name'>): string => `${name} v${PROMPT_VERSION}`;

/** A server that takes fewer pictures says so; the reading is made anew with as many as it takes. */
const withFewerPictures = (reader: Reader): Reader => ({
  ...reader,
  async read(...reading) {
    for (let limit = Number.POSITIVE_INFINITY; ; ) {
      try {
        return await reader.read(...reading);
      } catch (error) {
        if (!(error instanceof PicturesRefused) || error.limit >= limit) throw error;
        limit = error.limit;
      }
    }
  },
});

/** Has a vision model read: survey, closer looks, answer, check. A glance is one call. */
export function modelReader(deps: Deps): Reader {
  const { answerer, artifacts, ranking, tokensPerCredit } = deps;
  const reader: Reader = {
    key: modelKey(answerer),
    name: answerer.name,
    async read(material, asking, { step, nonce, folder, report }, signal): Promise<Reading> {
      const fence = { nonce };
      const speech = material.transcript?.segments ?? [];
      const shallow =
        DEPTH_SPECS[material.depth].opened.atMost === 0 || material.sheets.length === 0;
      const surveyed: Surveyed = shallow
        ? firstSheets(material, answerer.picturesPerCall)
        : await surveyPass({ answerer, artifacts, step, fence, report }, material, asking, signal);
      const { chosen, left } = chooseOpenings(material, surveyed, {
        tokensPerCredit,
        pictures: answerer.picturesPerCall,
      });
      report({ stage: 'opening', done: 0, of: chosen.length });
      const opened = await openPass({ draw: deps.draw, folder }, material, chosen, signal);
      // A short survey is small enough to be seen again beside what was opened.
      const again = opened.length === 0 || surveyed.seen.length <= SHORT_SURVEY_SHEETS;
      const looked = [...opened, ...(again ? surveyed.seen : [])].slice(
        0,
        answerer.picturesPerCall,
      );
      const tiles = tilesOf([...surveyed.seen, ...opened]);
      report({ stage: 'answering', done: 0, of: 1 });
      const answered = await step('answer', async () =>
        answerPass(
          { answerer, fence },
          {
            window: material.window,
            sheets: await sheetsToSend(artifacts, looked),
            shown: shownRegion(probeOfRegion(material.video.probe, material.region ?? undefined)),
            tiles,
            speech,
            events: material.events,
            notes: surveyed.notes,
          },
          asking,
          signal,
        ),
      );
      report({ stage: 'checking', done: 0, of: 1 });
      const { answer } = answered;
      // Members of the caller's schema state something as sentences do.
      const stated = [...answer.claims, ...answer.fields.map(statementOf)];
      const checked = shallow
        ? { stands: stated.map(() => true), unresolved: [], tokens: NOTHING }
        : await step('verdicts', () =>
            checkPass(
              { answerer, artifacts, fence },
              {
                claims: stated,
                sheets: [...opened, ...surveyed.seen],
                speech,
                events: material.events,
              },
              signal,
            ),
          );
      const claims = answer.claims.filter((_, at) => checked.stands[at]);
      const fieldStands = (_: unknown, at: number) => checked.stands[answer.claims.length + at];
      return {
        claims,
        fields: answer.fields.filter(fieldStands),
        missing: [
          ...answer.missing,
          ...answer.fields
            .filter((field, at) => !fieldStands(field, at))
            .map(({ path }) => ({ field: path, reason: CONTRADICTED })),
        ],
        unresolved: unresolvedIn(material, [
          ...answer.unresolved,
          ...checked.unresolved,
          ...unsettled(material, { tiles, claims, left, failed: surveyed.failed }),
        ]),
        notes: [...surveyed.notes, ...notesOf(claims)],
        tiles,
        tokens: addedTokens([surveyed.tokens, answered.tokens, checked.tokens]),
      };
    },
    async followUp(earlier, asking, nonce, signal): Promise<Reading> {
      const fence = { nonce };
      const basis = toldAgain({ ranking, fence, asking, tokensPerCredit }, earlier);
      const { answer, tokens } = await answerPass({ answerer, fence }, basis, asking, signal);
      return {
        claims: answer.claims,
        fields: answer.fields,
        missing: answer.missing,
        unresolved: unresolvedIn(earlier, answer.unresolved),
        toLookAt: wholeOf(earlier),
        notes: [],
        tiles: [],
        tokens,
      };
    },
  };
  return withFewerPictures(reader);
}

/** Sent back as it stands, an entry is about the part of the picture that was asked about. */
const unresolvedIn = (
  { region }: Pick<Material, 'region'>,
  entries: readonly Unresolved[],
): Unresolved[] =>
  joinUnresolved(entries.map((entry) => ({ ...entry, region: entry.region ?? region })));

/** All that a session read: its notes are a part of what is there. */
const wholeOf = ({ window: [from, to], region }: Pick<Material, 'window' | 'region'>) => ({
  from: toMillisecond(from),
  to: toMillisecond(to),
  reason: 'The notes of this session do not tell it; a look at the video may.',
  region,
});

const NOTHING = addedTokens([]);
const CONTRADICTED = 'A second look contradicted it.';
const STATED_CHARACTERS = 300;

/** A member of the caller's schema, as a claim about the video. */
const statementOf = ({ path, json, seconds }: FilledField): Claim => ({
  text: `${path} is ${json.slice(0, STATED_CHARACTERS)}`,
  seconds,
});

/** A glance, or a source of sound alone: what fits one call is looked at, the rest is said. */
function firstSheets({ sheets, stretches, interval, window }: Material, most: number): Surveyed {
  const seen = sheets.slice(0, most).map((sheet): PlacedSheet => ({ sheet, interval }));
  const unseen = stretches[most];
  const failed = unseen
    ? [{ window: [unseen[0], window[1]] as Window, reason: 'More sheets than one call takes.' }]
    : [];
  return { notes: [], open: [], tokens: NOTHING, seen, failed };
}

/** What was found is worth noting for later questions. */
const notesOf = (claims: readonly Claim[]) =>
  claims.map(({ text, seconds }) => ({
    kind: 'answer',
    from: seconds[0] ?? 0,
    to: seconds.at(-1) ?? 0,
    text,
    certainty: 1,
  }));
