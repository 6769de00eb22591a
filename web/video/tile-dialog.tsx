import { useEffect, useRef, useState } from 'preact/hooks';
import { clock, secondOf } from '../ui/format.ts';
import type { PageState } from './page-state.ts';
import { ReadOffer } from './read-offer.tsx';
import { boxOf, largestAt, type Tile } from './shown-sheets.ts';

/** Seconds around a moment that are asked for at `single`. */
const MOMENT = 0.04;

/** One second at the pixels of its largest tile, with the way to see more of it. */
export function TileDialog({ state }: { state: PageState }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = state.isOpen.value;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      class="tile-dialog"
      aria-label="One second"
      onClose={() => {
        state.isOpen.value = false;
      }}
    >
      {isOpen && <OneSecond state={state} />}
    </dialog>
  );
}

type View = 'fit' | 'own' | 'twice';

const VIEWS: readonly (readonly [View, string])[] = [
  ['fit', 'Fit'],
  ['own', 'Own pixels'],
  ['twice', 'Twice'],
];

/** Pixels that the rest of the dialog takes beside the picture: [across, down]. */
const AROUND = [90, 260] as const;

/** Pixels of the screen for a pixel of the tile. Fitting makes none larger than it is. */
function zoomOf(view: View, { shown }: Tile): number {
  if (view !== 'fit') return view === 'own' ? 1 : 2;
  const [width, height] = shown.tile;
  return Math.min(1, (innerWidth - AROUND[0]) / width, (innerHeight - AROUND[1]) / height);
}

function OneSecond({ state }: { state: PageState }) {
  const at = state.at.value;
  const level = state.tile.value;
  // A click on a finding may mean a second between two tiles.
  const exact = largestAt(state.allSheets.value, at);
  const tile = exact ?? (level && largestAt(state.allSheets.value, level.second));
  const [view, setView] = useState<View>('fit');
  const duration = state.duration.value;
  const end = Math.min(at + MOMENT, duration);
  const isSingle = exact?.shown.detail === 'single';
  return (
    <>
      <div class="tile-bar">
        <h2>
          {clock(at, 3)} <span class="faint">{secondOf(at)}</span>
        </h2>
        <div class="actions">
          <button type="button" onClick={() => state.stepTile(-1)} aria-label="Tile before">
            ←
          </button>
          <button type="button" onClick={() => state.stepTile(1)} aria-label="Tile after">
            →
          </button>
          {VIEWS.map(([name, said]) => (
            <button
              key={name}
              type="button"
              aria-pressed={view === name}
              onClick={() => setView(name)}
            >
              {said}
            </button>
          ))}
          <button
            type="button"
            onClick={() => {
              state.isOpen.value = false;
            }}
          >
            Close
          </button>
        </div>
      </div>
      {tile ? (
        <Crop tile={tile} zoom={zoomOf(view, tile)} onLost={() => state.renew(tile.shown.jobId)} />
      ) : (
        <p class="empty">Nothing was read here yet.</p>
      )}
      {tile && (
        <p class="faint">
          {exact ? '' : `The nearest tile, at ${secondOf(tile.second)}. `}
          Level {tile.shown.detail}, {tile.shown.tile[0]} × {tile.shown.tile[1]} pixels.
        </p>
      )}
      {!isSingle && (
        <ReadOffer
          key={at}
          state={state}
          request={{
            detail: 'single',
            start: Math.max(0, Math.min(at, end - MOMENT)),
            end,
            transcribe: false,
            qa: false,
            signals: 'off',
          }}
          name={`Look at ${secondOf(at)} at full size`}
        />
      )}
    </>
  );
}

interface CropProps {
  readonly tile: Tile;
  /** Pixels of the screen for a pixel of the tile. */
  readonly zoom: number;
  readonly onLost: () => void;
}

function Crop({ tile: { shown, place, second }, zoom, onLost }: CropProps) {
  const { x, y, width, height } = boxOf(shown, place);
  return (
    <div class="tile-scroll">
      <div class="crop-pixels" style={{ width: `${width * zoom}px`, height: `${height * zoom}px` }}>
        <img
          src={shown.sheet.url}
          alt={`The video at ${secondOf(second)}`}
          decoding="async"
          onError={onLost}
          style={{
            width: `${shown.sheet.width * zoom}px`,
            height: `${shown.sheet.height * zoom}px`,
            left: `${-x * zoom}px`,
            top: `${-y * zoom}px`,
          }}
        />
      </div>
    </div>
  );
}
