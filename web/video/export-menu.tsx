import { useRef, useState } from 'preact/hooks';
import { type Problem, problemOf } from '../api/problem.ts';
import { count } from '../ui/format.ts';
import { ProblemNote } from '../ui/problem-note.tsx';
import { useClosing } from '../ui/use-closing.ts';
import type { PageState } from './page-state.ts';

/** What is seen, as files. */
export function ExportMenu({ state }: { state: PageState }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useClosing(menu);
  const [problem, setProblem] = useState<Problem | undefined>();
  const [isPacking, setPacking] = useState(false);
  const run = (kind: 'saveJson' | 'saveVtt' | 'saveCsv' | 'saveZip') => async () => {
    setProblem(undefined);
    setPacking(true);
    try {
      // What packs files is not part of the page before somebody asks for it.
      const exports = await import('./exports.ts');
      await exports[kind](state);
    } catch (thrown) {
      setProblem(problemOf(thrown));
    }
    setPacking(false);
  };
  const sheets = state.sheets.value.length;
  // A file of a part would not say that it is one.
  const isLoading = state.isLoading.value;
  return (
    <details ref={menu} class="menu">
      <summary class="button">Export</summary>
      <div class="menu-items">
        <button type="button" disabled={isLoading} onClick={() => void run('saveJson')()}>
          Everything (JSON)
        </button>
        <button type="button" disabled={isLoading} onClick={() => void run('saveCsv')()}>
          Findings (CSV)
        </button>
        <button
          type="button"
          disabled={isLoading || !state.segments.value?.length}
          onClick={() => void run('saveVtt')()}
        >
          Words (VTT)
        </button>
        <button
          type="button"
          disabled={isLoading || sheets === 0 || isPacking}
          onClick={() => void run('saveZip')()}
        >
          {count(sheets, 'sheet')} (ZIP)
        </button>
        {isLoading && <p role="status">Loading what was read…</p>}
        {isPacking && <p role="status">Packing…</p>}
        {problem && <ProblemNote problem={problem} />}
      </div>
    </details>
  );
}
