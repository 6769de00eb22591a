import type { SentTile } from '../../domain/questions/nameable-seconds.ts';
import type { Note } from '../../domain/questions/session.ts';
import type {
  Claim,
  FilledField,
  Missing,
  Unresolved,
} from '../../domain/questions/settle-answer.ts';
import type { TokenUse } from '../../domain/questions/token-use.ts';
import type { FileFacts } from '../../domain/videos/file-facts.ts';
import type { Video } from '../../domain/videos/video.ts';
import type { Material } from './material.ts';
import type { Asking } from './prompts.ts';

/** What was found out about a subject: every second in it was read. */
export interface Reading {
  readonly claims: readonly Claim[];
  readonly fields: readonly FilledField[];
  readonly missing: readonly Missing[];
  readonly unresolved: readonly Unresolved[];
  /** Where to look for what stays unanswered; left out where a look would tell no more. */
  readonly toLookAt?: Unresolved;
  /** What later questions are answered from. */
  readonly notes: readonly Note[];
  /** Tiles whose pixels were looked at. */
  readonly tiles: readonly SentTile[];
  readonly tokens: TokenUse;
}

/** How far a reading is, for whoever waits. */
export interface ReadingProgress {
  readonly stage: 'surveying' | 'opening' | 'answering' | 'checking';
  readonly done: number;
  readonly of: number;
}

/** Does a piece of work once: after a crash what it gave is taken as it was stored. */
export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export interface Reader {
  /** Whoever answers and how: another one would have answered otherwise. Part of every cache's key. */
  readonly key: string;
  /** As /healthz and notes tell it. */
  readonly name: string;
  read(
    material: Material,
    asking: Asking,
    run: {
      readonly step: Step;
      readonly nonce: string;
      /** Where sheets that are drawn for this reading go. */
      readonly folder: string;
      readonly report: (progress: ReadingProgress) => void;
    },
    signal: AbortSignal,
  ): Promise<Reading>;
  /** Answers out of what an earlier reading of the subject found; opens no video. */
  followUp(earlier: Earlier, asking: Asking, nonce: string, signal: AbortSignal): Promise<Reading>;
}

/** What an earlier reading found. */
export interface Earlier extends Pick<Material, 'events' | 'transcript' | 'window' | 'region'> {
  readonly notes: readonly Note[];
  readonly tiles: readonly SentTile[];
  /** Questions that were asked before in this session, with their answers. */
  readonly asked: readonly { readonly question: string; readonly answer: string }[];
  readonly survey: Material['survey'];
  readonly video: Video;
  /** Undefined in sessions that were begun before it was kept. */
  readonly file?: FileFacts | undefined;
}
