import { downloadZip } from 'client-zip';
import { csvOf } from '../ui/csv.ts';
import { save } from '../ui/save.ts';
import type { VideoModel } from './model.ts';

const fileName = ({ listed }: VideoModel): string =>
  (listed.video?.title ?? listed.video_id).replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');

/** Everything that is known of the video, as the service answered it. */
export function saveJson(model: VideoModel): void {
  const { listed, frames, transcript } = model;
  const all = { ...listed, frames: frames.value, transcript: transcript.value ?? null };
  save(`${fileName(model)}.json`, new Blob([JSON.stringify(all, null, 2)]));
}

/** Findings and words, a row each. */
export function saveCsv(model: VideoModel): void {
  const rows = model.lanes.value.flatMap(({ name, marks }) =>
    marks.map(({ start, end, label, confidence }) => [name, start, end, label, confidence ?? '']),
  );
  save(
    `${fileName(model)}.csv`,
    new Blob([csvOf([['kind', 'start', 'end', 'what', 'confidence'], ...rows])]),
  );
}

const stamp = (seconds: number): string =>
  new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);

/** What is said, as WebVTT: https://www.w3.org/TR/webvtt1/ */
export function saveVtt(model: VideoModel): void {
  const cues = (model.segments.value ?? []).map(({ start, end, text }) => {
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return `${stamp(start)} --> ${stamp(end)}\n${escaped}\n`;
  });
  save(`${fileName(model)}.vtt`, new Blob([['WEBVTT\n', ...cues].join('\n')]));
}

/** The sheets of the level that is shown, as they are stored. */
export async function saveZip(model: VideoModel): Promise<void> {
  const sheets = model.sheets.value;
  const files = async function* () {
    for (const [index, { sheet, detail }] of sheets.entries()) {
      const answer = await fetch(sheet.url ?? '');
      if (!answer.ok) throw new Error(`Sheet ${index + 1} could not be fetched. Reload the page.`);
      const number = String(index + 1).padStart(4, '0');
      yield { name: `${detail}-${number}-${sheet.t0}s-${sheet.t1}s.jpg`, input: answer };
    }
  };
  save(`${fileName(model)}-sheets.zip`, await downloadZip(files()).blob());
}
