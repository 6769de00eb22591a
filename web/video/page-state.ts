import { computed, signal } from '@preact/signals';
import { isFrames, isTranscript, newestJobs, type Result, readJob } from '../api/results.ts';
import type { FramesResult, ListedVideo, Transcript, TranscriptResult } from '../api/types.ts';
import { api } from '../app/api.ts';
import { lanesOf } from './lanes.ts';
import { segmentsOf } from './segments.ts';
import { sheetsOf, tileAt, tilesOf } from './shown-sheets.ts';
import { coveredBy, gapsIn, type Span } from './spans.ts';
import { panned, showing, zoomed } from './view.ts';

/** As many jobs of a video as are looked at, and as are read: most of many are questions. */
const MOST_JOBS = 1000;
const MOST_READ = 100;
const AT_ONCE = 3;
/** Links are renewed at most so often. */
const RENEWED_MS = 60_000;

const LEVELS = ['overview', 'standard', 'detail', 'fine', 'motion', 'single'];

interface Read {
  readonly jobId: string;
  readonly result: FramesResult | TranscriptResult;
}

/** The state of a page about one video: what was read of it, and what of that is looked at. */
export function pageState(listed: ListedVideo) {
  const reads = signal<readonly Read[]>([]);
  const isLoading = signal(true);
  const chosen = signal<string | undefined>(undefined);
  /** The second that is looked at. */
  const at = signal(0);
  /** The stretch that is chosen to look closer at. */
  const window = signal<Span | undefined>(undefined);
  /** The stretch that the axis shows; undefined for all of it. */
  const zoom = signal<Span | undefined>(undefined);
  /** Whether the second is open at its own pixels. */
  const isOpen = signal(false);
  const search = signal('');

  const frames = computed(() => reads.value.map(({ result }) => result).filter(isFrames));
  const duration = computed(() => listed.video?.duration ?? frames.value[0]?.video.duration ?? 0);
  /** Levels that were read, from far to close. */
  const levels = computed(() =>
    LEVELS.filter((level) => frames.value.some(({ detail }) => detail === level)),
  );
  const level = computed(() => {
    const wished = chosen.value;
    if (wished !== undefined && levels.value.includes(wished)) return wished;
    return levels.value[0];
  });
  const atLevel = computed(() => frames.value.filter(({ detail }) => detail === level.value));
  const sheets = computed(() => sheetsOf(atLevel.value));
  const allSheets = computed(() => sheetsOf(frames.value));
  const tiles = computed(() => tilesOf(sheets.value));
  const transcripts = computed(() =>
    reads.value.flatMap(({ result }): Transcript[] => {
      const transcript = isFrames(result) ? result.transcript : result;
      return transcript ? [transcript] : [];
    }),
  );
  /** The longest text there is of what is said. */
  const transcript = computed(
    () => [...transcripts.value].sort((a, b) => b.segments.length - a.segments.length)[0],
  );
  const segments = computed(() =>
    transcript.value === undefined ? undefined : segmentsOf(transcripts.value),
  );
  /** Lines that are written on the screen, where a read looked for them. */
  const writing = computed(() => {
    const lane = lanes.value.find(({ name }) => name === 'writing');
    return lane?.isUnmeasured === false ? lane.marks : undefined;
  });
  const lanes = computed(() => lanesOf(frames.value, segments.value));
  const covered = computed(() => coveredBy(atLevel.value));
  const gaps = computed(() => gapsIn(covered.value, duration.value));
  const tile = computed(() => tiles.value[tileAt(tiles.value, at.value)]);

  const add = (jobId: string, result: Result | undefined) => {
    if (!isFrames(result) && !isTranscript(result)) return;
    const others = reads.value.filter((read) => read.jobId !== jobId);
    reads.value = [{ jobId, result }, ...others];
  };
  const read = async (jobId: string) => {
    add(jobId, (await readJob(api, jobId)).result);
  };
  const renewed = new Map<string, number>();

  const view = computed(() => zoom.value ?? { start: 0, end: Math.max(duration.value, 0.001) });
  const isZoomed = computed(() => zoom.value !== undefined);
  const show = (next: Span) => {
    zoom.value = next.end - next.start < duration.value ? next : undefined;
  };

  const bounded = (second: number) => Math.min(Math.max(second, 0), duration.value);
  const move = (second: number) => {
    at.value = bounded(Math.round(second * 1000) / 1000);
    if (zoom.value) show(showing(zoom.value, at.value, duration.value));
  };
  return {
    listed,
    /** A video under its id, for calls that take a source. */
    source: { upload_id: listed.video_id },
    isLoading,
    chosen,
    at,
    window,
    view,
    isZoomed,
    isOpen,
    search,
    frames,
    duration,
    levels,
    level,
    sheets,
    allSheets,
    tiles,
    tile,
    transcript,
    segments,
    writing,
    lanes,
    covered,
    gaps,
    add,
    move,
    open(second: number) {
      move(second);
      isOpen.value = true;
    },
    /**
     * Shows less of the axis by a factor below 1, or more: around a second, or else around the one
     * that is looked at, as far as that is in view.
     */
    zoom(factor: number, around?: number) {
      const { start, end } = view.value;
      const isInView = start <= at.value && at.value <= end;
      const middle = isInView ? at.value : (start + end) / 2;
      show(zoomed(view.value, factor, around ?? middle, duration.value));
    },
    /** @param by seconds by which the axis shows later ones */
    pan(by: number) {
      show(panned(view.value, by, duration.value));
    },
    /** To the tile before or after. */
    stepTile(by: number) {
      const next = tiles.value[tileAt(tiles.value, at.value) + by];
      if (next) move(next.second);
    },
    /** To the cut before or after. */
    stepCut(by: number) {
      const cuts = lanes.value[0]?.marks.map(({ start }) => start) ?? [];
      const next =
        by > 0
          ? cuts.find((cut) => cut > at.value + 0.0005)
          : cuts.findLast((cut) => cut < at.value - 0.0005);
      if (next !== undefined) move(next);
    },
    /** Reads again what was read before, newest first; of that nothing is charged. */
    async load() {
      const jobs = await newestJobs(api, MOST_JOBS, { video_id: listed.video_id });
      const wanted = jobs
        .filter(({ operation, status }) => operation !== 'watch_video' && status === 'succeeded')
        .slice(0, MOST_READ);
      const lane = async () => {
        for (let job = wanted.shift(); job; job = wanted.shift()) {
          // A result that is gone meanwhile leaves the others.
          await read(job.job_id).catch(() => undefined);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
      isLoading.value = false;
    },
    /** Asks for fresh links of a read whose links have ended. */
    renew(jobId: string) {
      if (Date.now() - (renewed.get(jobId) ?? 0) < RENEWED_MS) return;
      renewed.set(jobId, Date.now());
      void read(jobId).catch(() => undefined);
    },
  };
}

export type PageState = ReturnType<typeof pageState>;
