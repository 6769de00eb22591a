import type { Dice } from '../detectors/random.ts';
import { noTruth, type Truth } from '../detectors/truth.ts';
import { drawSlide, groundSvg, slideSvg, type Theme, text, words } from './slides.ts';

/** A picture that stands from a frame on, and the frames over which it fades in. */
export interface State {
  readonly svg: string;
  readonly from: number;
  readonly fading: number;
}

export interface Deck {
  readonly fps: number;
  readonly frames: number;
  readonly states: readonly State[];
  readonly truth: Truth;
  /** A small moving picture in a corner, and a pointer that wanders. */
  readonly face: boolean;
  readonly pointer: boolean;
  readonly crf: number;
  readonly description: string;
}

/** Puts one state behind the other. */
class Talk {
  readonly states: State[] = [];
  readonly truth: Truth = noTruth();
  frames = 0;
  readonly fps: number;

  constructor(fps: number) {
    this.fps = fps;
  }

  show(svg: string, seconds: number, fading = 0): void {
    this.states.push({ svg, from: this.frames, fading });
    this.frames += Math.round(seconds * this.fps);
  }

  deck(looks: Pick<Deck, 'face' | 'pointer' | 'crf' | 'description'>): Deck {
    const { fps, frames, states, truth } = this;
    for (const shown of truth.overlays)
      if (shown.to === Number.POSITIVE_INFINITY) shown.to = frames;
    return { fps, frames, states, truth, ...looks };
  }
}

/** Slides that follow each other at once or fade, whose points are there, or come one by one. */
export function slideDeck(chance: Dice, themes: readonly Theme[]): Deck {
  const theme = chance.pick(themes);
  const talk = new Talk(chance.pick([15, 24, 25, 30, 30]));
  const fading = chance.chance(0.25) ? Math.round(0.6 * talk.fps) : 0;
  const build = chance.pick(['whole', 'whole', 'at once', 'at once', 'fading'] as const);
  const coming = build === 'fading' ? Math.round(0.4 * talk.fps) : 0;
  const { truth } = talk;
  for (let page = 1, pages = chance.whole(4, 7); page <= pages; page++) {
    const slide = drawSlide(chance, theme);
    const isBuilt = build !== 'whole' && slide.parts.length > 1;
    const from = talk.frames;
    if (page > 1 && fading === 0) truth.cuts.push(from);
    if (page > 1 && fading > 0) truth.dissolves.push({ from, to: from + fading });
    const first = isBuilt ? 0 : slide.parts.length;
    talk.show(slideSvg(theme, slide, page, first), chance.between(2, 6), page > 1 ? fading : 0);
    const open: Truth['overlays'] = [];
    for (let parts = first + 1; parts <= slide.parts.length; parts++) {
      const region = slide.parts[parts - 1]?.region ?? [0, 0, 1, 1];
      const [at, to] = [talk.frames, Number.POSITIVE_INFINITY];
      open.push({ from: at, to, open: true, region, whole: { from: at + coming, to } });
      talk.show(slideSvg(theme, slide, page, parts), chance.between(1.2, 4), coming);
    }
    truth.overlays.push(...open);
    for (const shown of open) {
      shown.to = talk.frames + (page < pages ? fading : 0);
      if (shown.whole) shown.whole.to = talk.frames;
    }
  }
  const [face, pointer] = [chance.chance(0.3), chance.chance(0.3)];
  const description = `slides, ${fading ? 'fading' : 'at once'}, points ${build}${face ? ', a face' : ''}${pointer ? ', a pointer' : ''}`;
  return talk.deck({ face, pointer, crf: chance.whole(20, 30), description });
}

const TERMINAL: Theme = { ground: '#111111', ink: '#88ff88', accent: '#88ff88', frame: '' };

/** What is written and changes on one ground, but is not another page: captions, a list that scrolls. */
export function otherDeck(chance: Dice, themes: readonly Theme[]): Deck {
  const talk = new Talk(chance.pick([15, 25, 30]));
  const kind = chance.pick(['captions', 'terminal', 'window', 'scrolled'] as const);
  const theme = kind === 'terminal' ? TERMINAL : chance.pick(themes);
  const lines = Array.from({ length: 80 }, () => words(chance, 1, 7));
  const slide = drawSlide(chance, theme);
  for (let n = 0; n < 8; n++) {
    if (kind === 'captions') {
      const look = { x: 150, y: 190, size: 20, fill: theme.ink };
      talk.show(groundSvg(theme) + text(words(chance, 2, 4), look), chance.between(1.5, 3));
    } else if (kind === 'window') {
      const base = slideSvg(theme, slide, 1, 9);
      const opened = `<rect x="150" y="90" width="340" height="180" fill="#dddddd" stroke="#333333"/>`;
      const asks = text('Are you sure?', { x: 190, y: 180, size: 20, fill: '#aa0000' });
      const seconds = chance.between(2, 3);
      if (n % 2 === 1) {
        const [from, to] = [talk.frames, talk.frames + Math.round(seconds * talk.fps)];
        talk.truth.overlays.push({ from, to, open: false, region: [0.23, 0.25, 0.77, 0.75] });
      }
      talk.show(n % 2 === 1 ? base + opened + asks : base, seconds);
    } else {
      const pitch = kind === 'terminal' ? 17 : 40;
      const top = n * (kind === 'terminal' ? 1 : 2);
      const seen = lines
        .slice(top, top + 19)
        .map((line, i) =>
          text(line, { x: 20, y: 22 + i * pitch, size: pitch * 0.6, fill: theme.ink }),
        );
      talk.show(groundSvg({ ...theme, frame: '' }) + seen.join(''), chance.between(0.8, 2));
    }
  }
  if (kind === 'captions') talk.truth.ignore.push({ from: 0, to: talk.frames, what: 'overlays' });
  return talk.deck({ face: false, pointer: false, crf: chance.whole(20, 28), description: kind });
}
