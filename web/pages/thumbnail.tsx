import { useEffect, useRef, useState } from 'preact/hooks';
import { isFrames, jobsOf, readJob } from '../api/results.ts';
import type { FramesResult, ListedVideo } from '../api/types.ts';
import { api } from '../app/api.ts';
import { clock } from '../ui/format.ts';

/** Calls for pictures go one after the other: they are not to take the turn of what is asked for. */
let queue: Promise<unknown> = Promise.resolve();

function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const done = queue.then(work);
  queue = done.catch(() => undefined);
  return done;
}

async function newestFrames(videoId: string): Promise<FramesResult | undefined> {
  const jobs = await jobsOf(api, videoId, 10);
  const job = jobs.find(
    ({ operation, status }) => operation === 'frames' && status === 'succeeded',
  );
  const result = job && (await readJob(api, job.job_id)).result;
  return isFrames(result) ? result : undefined;
}

/** The first tile of the newest read, once it is scrolled to; until then where it will be. */
export function Thumbnail({ listed: { video_id, video, reads } }: { listed: ListedVideo }) {
  const box = useRef<HTMLSpanElement>(null);
  const [frames, setFrames] = useState<FramesResult | undefined>();
  const hasFrames = reads.some(({ operation }) => operation === 'frames');
  useEffect(() => {
    if (!hasFrames || !box.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      inTurn(() => newestFrames(video_id)).then(setFrames, () => undefined);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [video_id, hasFrames]);
  const sheet = frames?.sheets[0];
  const [width, height] = frames?.geometry.tile ?? [16, 9];
  return (
    <span ref={box} class="thumbnail">
      {sheet?.url !== undefined && (
        <span class="crop" style={{ aspectRatio: `${width} / ${height}` }}>
          <img
            src={sheet.url}
            alt=""
            loading="lazy"
            decoding="async"
            style={{ width: `${(sheet.width / width) * 100}%` }}
          />
        </span>
      )}
      {video && <span class="length">{clock(video.duration)}</span>}
    </span>
  );
}
