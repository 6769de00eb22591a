import { readFile } from 'node:fs/promises';
import type { WrittenLine, YuvPicture } from '../../../app/ports/sources/text-reader.ts';
import { type DecodedLine, decodeLine } from './decode-line.ts';
import { findLines } from './find-lines.ts';
import { joinWords } from './join-words.ts';
import { assetPath, FILES, openNetwork } from './network.ts';
import { type Scaling, sampleBox, type TurnedBox } from './sample.ts';

/** Pixels of the picture that the detector sees, in multiples of what it takes. */
const DETECTOR_PIXELS = 640 * 352;
const DETECTOR_STEP = 32;
const DETECTOR_SCALING: Scaling = {
  mean: [0.485, 0.456, 0.406],
  deviation: [0.229, 0.224, 0.225],
};
/** Height of a line as the recogniser takes it, and its widths. */
const LINE_HEIGHT = 48;
const LINE_STEP = 16;
const LONGEST_LINE = 1280;
const LINE_SCALING: Scaling = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] };
/** Lines read of one picture, the largest first: a page of print would take a second. */
const MOST_LINES = 24;

/** Reads whole pictures: finds lines, then reads each. */
export interface PictureReader {
  read(picture: YuvPicture): Promise<WrittenLine[]>;
}

/** PP-OCRv4: a detector and a recogniser, loaded once. */
export async function openPictureReader(): Promise<PictureReader> {
  const [detector, recogniser, letters] = await Promise.all([
    openNetwork(FILES.detector),
    openNetwork(FILES.recogniser),
    readFile(assetPath(FILES.alphabet), 'utf8'),
  ]);
  // Class 0 is none, and the last one a space.
  const alphabet = ['', ...letters.replace(/\n$/, '').split('\n'), ' '];

  async function linesIn(picture: YuvPicture): Promise<TurnedBox[]> {
    const { width, height } = picture;
    const scale = Math.min(1, Math.sqrt(DETECTOR_PIXELS / (width * height)));
    const [across, down] = [width, height].map((side) =>
      Math.max(DETECTOR_STEP, Math.round((side * scale) / DETECTOR_STEP) * DETECTOR_STEP),
    ) as [number, number];
    const whole = { centerX: width / 2, centerY: height / 2, width, height, angle: 0 };
    const values = sampleBox(picture, whole, [across, down], DETECTOR_SCALING);
    const map = await detector.run(values, [1, 3, down, across]);
    const [wider, higher] = [width / across, height / down];
    return joinWords(
      findLines(map, [across, down]).map((box) => ({
        centerX: box.centerX * wider,
        centerY: box.centerY * higher,
        width: box.width * wider,
        height: box.height * higher,
        angle: box.angle,
      })),
    )
      .sort((a, b) => b.height * b.width - a.height * a.width)
      .slice(0, MOST_LINES);
  }

  async function lineOf(picture: YuvPicture, box: TurnedBox): Promise<DecodedLine> {
    const exact = (box.width * LINE_HEIGHT) / box.height;
    const width = Math.min(
      LONGEST_LINE,
      Math.max(LINE_STEP, Math.ceil(exact / LINE_STEP) * LINE_STEP),
    );
    const values = sampleBox(picture, box, [width, LINE_HEIGHT], LINE_SCALING);
    const steps = await recogniser.run(values, [1, 3, LINE_HEIGHT, width]);
    return decodeLine(steps, alphabet.length, alphabet);
  }

  return {
    async read(picture) {
      const found: WrittenLine[] = [];
      for (const box of await linesIn(picture)) {
        const { text, confidence } = await lineOf(picture, box);
        const trimmed = text.trim();
        if (trimmed !== '') found.push({ text: trimmed, box: fractions(box, picture), confidence });
      }
      return found.sort((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0]);
    },
  };
}

/** The upright box around a turned one, as fractions of the picture. */
function fractions(
  { centerX, centerY, width, height, angle }: TurnedBox,
  picture: YuvPicture,
): WrittenLine['box'] {
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  const halfX = (width * cos + height * sin) / 2;
  const halfY = (width * sin + height * cos) / 2;
  const part = (at: number, whole: number) => Math.min(1, Math.max(0, at / whole));
  return [
    part(centerX - halfX, picture.width),
    part(centerY - halfY, picture.height),
    part(centerX + halfX, picture.width),
    part(centerY + halfY, picture.height),
  ];
}
