import '../styles/video.css';
import { useEffect, useMemo } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import type { ListedVideo } from '../api/types.ts';
import { nameOf } from '../pages/video-card.tsx';
import { clock, pixels } from '../ui/format.ts';
import { Shown, useLoaded } from '../ui/loaded.tsx';
import { useTitle } from '../ui/title.ts';
import { Axis } from './axis.tsx';
import { CoverageNote } from './coverage.tsx';
import { ExportMenu } from './export-menu.tsx';
import { findVideo } from './find-video.ts';
import { Findings } from './findings.tsx';
import { type PageState, pageState } from './page-state.ts';
import { ReadForm } from './read-form.tsx';
import { Sheets } from './sheets.tsx';
import { TileDialog } from './tile-dialog.tsx';
import { KEYS, useKeys } from './use-keys.ts';
import { Words } from './words.tsx';
import { ZoomButtons } from './zoom-buttons.tsx';

/** Everything that was read of one video. */
export function VideoPage() {
  const { params } = useRoute();
  const id = params['id'] ?? '';
  const found = useLoaded(() => findVideo(id), [id]);
  // Until its name is known, or where there is no video.
  useTitle('Video');
  return <Shown of={found}>{(listed) => <Video key={id} listed={listed} />}</Shown>;
}

function Video({ listed }: { listed: ListedVideo }) {
  const state = useMemo(() => pageState(listed), [listed]);
  const { query } = useLocation();
  useTitle(nameOf(listed));
  useKeys(state);
  const reads = useLoaded(() => state.load(), [state]);
  useEffect(() => {
    const second = Number(query['t']);
    if (query['t'] !== undefined && Number.isFinite(second) && !state.isLoading.value)
      state.open(second);
  }, [query['t'], state.isLoading.value]);
  return (
    <article class="video">
      <Head listed={listed} />
      {reads.problem && <Shown of={reads}>{() => null}</Shown>}
      <div class="axis-box">
        <div class="levels">
          {state.levels.value.map((level) => (
            <button
              key={level}
              type="button"
              class="small"
              aria-pressed={level === state.level.value}
              onClick={() => {
                state.chosen.value = level;
              }}
            >
              {level}
            </button>
          ))}
          <ZoomButtons state={state} />
          <ExportMenu state={state} />
        </div>
        <Axis state={state} />
      </div>
      <div class="video-columns">
        <div>
          <CoverageNote state={state} />
          {state.sheets.value.length === 0 && (
            <p class="empty" role="status">
              {noSheets(state)}
            </p>
          )}
          <Sheets state={state} />
        </div>
        <aside aria-label="Words and findings">
          <ReadForm state={state} />
          <Words state={state} />
          <Findings state={state} />
          <details class="keys">
            <summary>Keys</summary>
            <dl>
              {KEYS.map(([keys, what]) => (
                <div key={keys}>
                  <dt>{keys}</dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </details>
        </aside>
      </div>
      <TileDialog state={state} />
    </article>
  );
}

function noSheets({ isLoading, listed: { video } }: PageState): string {
  if (isLoading.value) return 'Loading what was read…';
  if (video?.width === 0) return 'There is no picture in it: what is heard stands under “Words”.';
  return 'There are no sheets of it yet. Choose how closely to look, and read it.';
}

function Head({ listed }: { listed: ListedVideo }) {
  const { video, video_id, url } = listed;
  return (
    <header class="video-head">
      <h1>{nameOf(listed)}</h1>
      <p class="faint">
        {video && `${clock(video.duration, 2)} · ${pixels(video)}`}
        {video && video.src_fps > 0 && ` · ${Number(video.src_fps.toFixed(3))} frames a second`}
        {video?.start_timecode && ` · timecode ${video.start_timecode}`}
        {url !== null && ` · ${url}`} · <code>{video_id}</code>
      </p>
      <p>
        <a class="button" href={`/app/videos/${video_id}/ask`}>
          Ask about it
        </a>
      </p>
    </header>
  );
}
