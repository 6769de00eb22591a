import type { KnownVideo } from '../../domain/videos/video-record.ts';
import type { Window } from '../../domain/window.ts';
import type { Run } from '../ports/jobs/jobs.ts';
import type { VideoSource } from '../ports/sources/video-source.ts';
import type { Hearing } from './recognise-all.ts';

/** A window of a video that is listened to. */
export interface Listening {
  readonly video: KnownVideo;
  readonly source: VideoSource;
  /** The run that listens, where a long window may be listened to without it. */
  readonly run?: Run | undefined;
  readonly window: Window;
  /** `auto`, or a code in lower case. */
  readonly language: string;
  /** The sound of the window, where somebody decodes it anyway; else it is read from the source. */
  readonly sound?: AsyncIterable<Int16Array>;
  /** Key under which its pictures are kept, where they are drawn while others listen. */
  readonly pictures?: string;
}

/** What listening gave, as it is told. */
export interface Heard extends Hearing {
  readonly notes: readonly string[];
}

/** Has long windows listened to by others. */
export interface ListenElsewhere {
  /** Whether a window is so long that it is listened to elsewhere. */
  takes(listening: Listening): boolean;
  /**
   * What was heard in a window; undefined when nobody has listened to it elsewhere.
   * @throws DomainError when that failed
   */
  outcome(listening: Listening): Promise<Heard | undefined>;
  /** Whether others have listened to a window, in vain or not. */
  hasEnded(listening: Listening): Promise<boolean>;
  /**
   * Begins to listen to a long window; of a short one it does nothing. Beside pictures the run goes
   * on with those.
   * @param notes what is to be said of its captions
   * @throws GoesOnElsewhere, LeaseLost
   */
  begin(listening: Listening, notes: readonly string[]): Promise<void>;
}
