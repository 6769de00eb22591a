/** Each kind as often as it is to come up. */
const often = <Kind extends string>(times: Record<Kind, number>): Kind[] =>
  Object.entries<number>(times).flatMap(([kind, count]) => Array<Kind>(count).fill(kind as Kind));

/** What happens in a shot: at most one thing, so that each stands for itself. */
const EVENTS = often({
  overlay: 12,
  freeze: 7,
  flash: 3,
  insert: 3,
  move: 4,
  push: 3,
  standing: 3,
  grain: 3,
  photograph: 1,
  nothing: 1,
});
const JOINS = often({ cut: 12, dissolve: 12, wipe: 5, black: 3 });

/** Shots that begin with what is laid over them, which goes before they end, and quiet ones. */
const TITLED = often({ titled: 6, freeze: 1, move: 1, push: 1, standing: 1, nothing: 2 });

/** Shots over which something comes bit by bit, and quiet ones. */
const ARRIVING = TITLED.map((event) => (event === 'titled' ? 'arriving' : event));

/** Shots with subtitles that follow each other in one place, and quiet ones. */
const SUBTITLED = TITLED.map((event) => (event === 'titled' ? 'subtitled' : event));

export type Event = (typeof EVENTS | typeof TITLED | typeof ARRIVING | typeof SUBTITLED)[number];
export type Join = (typeof JOINS)[number];

/** What happens in the shots of clips, and between them, each as often as it stands there. */
export interface Happening {
  readonly events: readonly Event[];
  readonly joins: readonly Join[];
}
export const USUAL: Happening = { events: EVENTS, joins: JOINS };
export const TITLED_SHOTS: Happening = { events: TITLED, joins: ['cut'] };
export const ARRIVING_LAYERS: Happening = { events: ARRIVING, joins: ['cut'] };
export const SUBTITLED_SHOTS: Happening = { events: SUBTITLED, joins: ['cut'] };
