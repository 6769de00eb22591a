import { downloadZip } from 'client-zip';
import { csvOf } from '../ui/csv.ts';
import { save } from '../ui/save.ts';
import type { PageState } from './page-state.ts';

const fileName = ({ listed }: PageState): string =>
  (listed.video?.title ?? listed.video_id).replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');

/** Everything that is known of the video, as the service answered it. */
export function saveJson(state: PageState): void {
  const { listed, frames, transcript } = state;
  const all = { ...listed, frames: frames.value, transcript: transcript.value ?? null };
  save(`${fileName(state)}.json`, new Blob([JSON.stringify(all, null, 2)]));
}

/** Findings and words, a row each. */
export function saveCsv(state: PageState): void {
  const rows = state.lanes.value.flatMap(({ name, marks }) =>
    marks.map(({ start, end, label, confidence }) => [name, start, end, label, confidence ?? '']),
  );
  save(
    `${fileName(state)}.csv`,
    new Blob([csvOf([['kind', 'start', 'end', 'what', 'confidence'], ...rows])]),
  );
}

const stamp = (seconds: number): string =>
  new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);

/** What is said, as WebVTT: https://www.w3.org/TR/webvtt1/ */
export function saveVtt(state: PageState): void {
  const cues = (state.segments.value ?? []).map(({ start, end, text }) => {
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return `${stamp(start)} --> ${stamp(end)}\n${escaped}\n`;
  });
  save(`${fileName(state)}.vtt`, new Blob([['WEBVTT\n', ...cues].join('\n')]));
}

/** The sheets of the level that is shown, as they are stored. */
export async function saveZip(state: PageState): Promise<void> {
  const sheets = state.sheets.value;
  const files = async function* () {
    for (const [index, { sheet, detail }] of sheets.entries()) {
      const answer = await fetch(sheet.url ?? '');
      if (!answer.ok) throw new Error(`Sheet ${index + 1} could not be fetched. Reload the page.`);
      const number = String(index + 1).padStart(4, '0');
      yield { name: `${detail}-${number}-${sheet.t0}s-${sheet.t1}s.jpg`, input: answer };
    }
  };
  save(`${fileName(state)}-sheets.zip`, await downloadZip(files()).blob());
}
