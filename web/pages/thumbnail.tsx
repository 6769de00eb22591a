import type { ListedVideo } from '../api/types.ts';
import { clock } from '../ui/format.ts';

/** Width by height of the box that a tile has to fit into. */
const BOX = 16 / 9;

/** A shape that differs by less than this is stretched: no line of ground is left beside it. */
const NEARLY = 0.03;

function fitted(shape: number) {
  if (Math.abs(shape / BOX - 1) < NEARLY) return { width: '100%', height: '100%' };
  return { aspectRatio: String(shape), [shape < BOX ? 'height' : 'width']: '100%' };
}

const NoPicture = () => (
  <span class="no-picture" aria-hidden="true">
    ▶
  </span>
);

/** A tile of what was read of a video; until then the place where it will be. */
export function Thumbnail({ listed: { video, thumbnail } }: { listed: ListedVideo }) {
  return (
    <span class="thumbnail">
      {thumbnail ? <Crop thumbnail={thumbnail} /> : <NoPicture />}
      {video && <span class="length">{clock(video.duration)}</span>}
    </span>
  );
}

function Crop({
  thumbnail: { url, sheet, tile },
}: {
  thumbnail: NonNullable<ListedVideo['thumbnail']>;
}) {
  const [sheetWidth, sheetHeight] = sheet;
  const [left, top, width, height] = tile;
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return (
    <span class="crop" style={fitted(width / height)}>
      <img
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        onError={({ currentTarget }) => currentTarget.remove()}
        style={{
          width: percent(sheetWidth, width),
          height: percent(sheetHeight, height),
          left: percent(-left, width),
          top: percent(-top, height),
        }}
      />
    </span>
  );
}
