import sharp from 'sharp';
import type { DrawnSheet, Engine, Measured } from '../../../layers/app/ports/sources/engine.ts';
import { FramesRequest } from '../../../layers/domain/frames/frames.ts';
import { type FramesPlan, planFrames } from '../../../layers/domain/frames/frames-plan.ts';
import { GUTTER } from '../../../layers/domain/frames/geometry.ts';
import type { Probe } from '../../../layers/domain/sources/probe.ts';

export interface Drawn {
  readonly probe: Probe;
  readonly plan: FramesPlan;
  readonly sheets: readonly DrawnSheet[];
  readonly measured: Measured;
}

/** A quarter of the pixels of the usual sheets, which is enough for what is looked at. */
const SMALL_WIDTH = 784;

/**
 * Plans and draws a file as a job would, on small sheets unless their width is asked for; probes it
 * unless that was done before.
 */
export async function drawFile(
  engine: Engine,
  file: string,
  question: Record<string, unknown>,
  known?: Probe,
): Promise<Drawn> {
  const signal = AbortSignal.timeout(300_000);
  const probe = known ?? (await engine.probe(file, signal));
  const asked = { url: file, sheet_width: SMALL_WIDTH, ...question };
  const plan = planFrames(FramesRequest.parse(asked), probe);
  const drawing = engine.draw(file, probe, plan, signal);
  const sheets: DrawnSheet[] = [];
  for (;;) {
    const { value, done } = await drawing.next();
    if (done) return { probe, plan, sheets, measured: value };
    sheets.push(value);
  }
}

export interface TilePicture {
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/** Cuts the sheets back into their tiles. */
export async function tilesOf({ plan, sheets }: Drawn): Promise<TilePicture[]> {
  const [width, height] = plan.geometry.tile;
  const [cols] = plan.geometry.grid;
  const tiles: TilePicture[] = [];
  for (const sheet of sheets) {
    const { data } = await sharp(sheet.jpeg)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (const [i, seconds] of sheet.frameTimes.entries()) {
      const left = (i % cols) * (width + GUTTER);
      const top = Math.floor(i / cols) * (height + GUTTER);
      const rows = Array.from({ length: height }, (_, y) => {
        const start = (top + y) * sheet.width + left;
        return data.subarray(start, start + width);
      });
      tiles.push({ seconds, width, height, grey: Buffer.concat(rows) });
    }
  }
  return tiles;
}
