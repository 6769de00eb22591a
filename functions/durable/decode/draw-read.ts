import { closeSync, openAsBlob, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { ToldSheets } from '../../../layers/app/decoding/decoder-answers.ts';
import type { Given } from '../../../layers/app/decoding/given-file.ts';
import { headOf } from '../../../layers/app/decoding/told-file.ts';
import type { Engine, Measured } from '../../../layers/app/ports/sources/engine.ts';
import { DrawnRead } from '../../../layers/domain/frames/drawn-read.ts';
import type { Order } from '../../compose/durable/decode-order.ts';
import { giveFile } from '../../compose/durable/give-file.ts';
import type { Means } from './means.ts';

/** Draws a read into a file, and tells how far that is where the order wants to know. */
export async function draw(
  { probe, plan, hasSound, put }: Order & { kind: 'draw' },
  {
    engine,
    folder,
    signal,
    opened,
  }: Pick<Means, 'folder' | 'signal' | 'opened'> & {
    readonly engine: Pick<Engine, 'draw'>;
  },
  onDrawn: (told: z.infer<typeof ToldSheets>) => void,
): Promise<z.infer<typeof Given>> {
  const [sound, pictures] = [join(folder, 'sound'), join(folder, 'pictures')] as const;
  const files = { sound: openSync(sound, 'wx'), pictures: openSync(pictures, 'wx') };
  const sheets: DrawnRead['sheets'] = [];
  let soundBytes = 0;
  const sink = {
    write(samples: Int16Array) {
      // The samples are valid during the call.
      soundBytes += writeSync(files.sound, samples);
    },
  };
  let measured: Measured;
  try {
    measured = await opened(async (input, reading) => {
      const drawing = engine.draw(input, probe, plan, reading, hasSound ? sink : undefined);
      for (;;) {
        const { value, done } = await drawing.next();
        if (done) return value;
        const { jpeg, frameTimes, ...sheet } = value;
        sheets.push({ ...sheet, frameTimes: [...frameTimes], bytes: jpeg.length });
        writeSync(files.pictures, jpeg);
        onDrawn({ sheets: sheets.length });
      }
    });
  } finally {
    for (const file of Object.values(files)) closeSync(file);
  }
  const head = headOf(DrawnRead.parse({ sheets, soundBytes, measured: written(measured) }));
  const file = new Blob([head, await openAsBlob(sound), await openAsBlob(pictures)]);
  return giveFile(file, put, signal);
}

const written = ({ damage, notes, writing, ...rest }: Measured): DrawnRead['measured'] => ({
  ...rest,
  damage: {
    ...damage,
    lost: damage.lost.map(([from, to]) => [from, to]),
    absent: damage.absent.map(([from, to]) => [from, to]),
    doubtful: damage.doubtful.map(([from, to]) => [from, to]),
    twice: damage.twice.map(([from, to]) => [from, to]),
    resized: [...damage.resized],
    silent: damage.silent.map(([from, to]) => [from, to]),
  },
  notes: [...notes],
  ...(writing && { writing: { lines: [...writing.lines], notes: [...writing.notes] } }),
});
