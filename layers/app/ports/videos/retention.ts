/**
 * A stored video and since when it is kept, RFC 3339: since the last time that its bytes were sent.
 */
export interface KeptVideo {
  readonly orgId: string;
  readonly videoId: string;
  readonly keptFrom: string;
}

/** Videos by the time at which it is looked whether they are still to be kept. */
export interface Retention {
  /** Of all organizations, the longest due first. */
  due(time: Date, limit: number): Promise<KeptVideo[]>;
  /** Whether a video is still there and its bytes were not sent anew meanwhile. */
  holds(video: KeptVideo): Promise<boolean>;
  /** Does nothing to a video that is not as it was when it was found due. */
  postpone(video: KeptVideo, until: Date): Promise<void>;
  /** The same with a video whose time is over: to callers it stays gone. */
  putOff(video: KeptVideo, until: Date): Promise<void>;
}
