import type { LongHearing } from '../../../layers/app/ports/transcript/long-hearing.ts';
import type { WindowTry } from '../../../layers/app/ports/transcript/window-recogniser.ts';
import type { Try } from './hearing-work.ts';

/** What a run's windows lie under: another run of the job may have begun anew. */
export const own = ({ run, place }: LongHearing): string => `${place}/${run.run}/`;
export const soundFolder = (hearing: LongHearing, attempt: number): string =>
  `${own(hearing)}sound-${attempt}`;
export const windowFolder = (hearing: LongHearing, window: number): string =>
  `${own(hearing)}window-${window}/`;
/** Is there as long as the words are wanted: the decoder looks for it. */
export const wantedKey = (hearing: LongHearing): string => `${own(hearing)}wanted`;
export const givenUpKey = (hearing: LongHearing): string => `${own(hearing)}given-up`;

/** A try as the recogniser and the slots know it. */
export const tryOf = (hearing: LongHearing, { window, attempt }: Try): WindowTry => ({
  orgId: hearing.run.orgId,
  name: `${hearing.run.run}-${window}-${attempt}`,
  folder: windowFolder(hearing, window),
  language: hearing.language,
});
