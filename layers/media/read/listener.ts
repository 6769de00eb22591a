import type { TextSize } from '../text/text-size.ts';

/** Size of the small pictures that a listener is given. */
export interface SmallSize {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** What listens to every frame and to the sound of the same decode. */
export interface Listener {
  readonly small: SmallSize;
  /**
   * Takes the frames of the covered window in order: a plane of luma, then one of Cb and one of Cr
   * of half its width and height, all in full range. The bytes are valid during the call.
   */
  frame(seconds: number, planes: Uint8Array): void;
  /** Takes pictures that are large enough to read, some of each second. */
  readonly text?: PictureSink | undefined;
  /** Takes 16 kHz mono samples in order. The samples are valid during the call. */
  audio(samples: Int16Array, startSeconds: number): void;
}

/** Takes upright pictures of one size, in order. */
export interface PictureSink {
  readonly size: TextSize;
  /** The bytes are valid until the promise resolves. */
  see(seconds: number, planes: Uint8Array): Promise<void>;
}
