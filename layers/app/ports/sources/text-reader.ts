/** A picture in full-range YUV 4:2:0: a plane of luma, then Cb and Cr of half its sides. */
export interface YuvPicture {
  /** Even, in pixels. */
  readonly width: number;
  /** Even, in pixels. */
  readonly height: number;
  readonly planes: Uint8Array;
}

/** A line of writing in a picture. */
export interface WrittenLine {
  readonly text: string;
  /** [x0, y0, x1, y1] as fractions of the picture. */
  readonly box: readonly [number, number, number, number];
  /** 0 to 1. */
  readonly confidence: number;
}

/** Reads what is written in pictures. */
export interface TextReader {
  /** Names the method and its version: another one would read otherwise. */
  readonly name: string;
  /** Lines from top to bottom, left to right. The picture is copied before this returns. */
  read(picture: YuvPicture, signal: AbortSignal): Promise<readonly WrittenLine[]>;
}
