/** Who uses the slots of an organization, and who waits for one. Times are in ms since 1970. */
export interface SlotUse {
  /** Slots that are held, by who holds them. */
  readonly held: Readonly<Record<string, { readonly job: string; readonly until: number }>>;
  /** Jobs that wait, and until when they count as waiting if they do not ask again. */
  readonly waiting: Readonly<Record<string, number>>;
}

/** Within how many seconds a job that waits for a slot asks again. */
export const MOST_TURN_SECONDS = 120;

export const UNUSED: SlotUse = { held: {}, waiting: {} };

interface Asked {
  readonly job: string;
  /** Who is to hold the slot; asking again for the same one keeps it. */
  readonly holder: string;
}

interface Times {
  readonly now: number;
  /** When a slot that nobody asks for again is free. */
  readonly heldUntil: number;
  /** When a job that does not ask again waits no more. */
  readonly waitsUntil: number;
}

/**
 * Gives a slot to whoever asks, if one is free and no job waits that holds fewer: so jobs that began
 * later come to as many as those that began earlier.
 */
export function askForSlot(
  before: SlotUse,
  { job, holder }: Asked,
  slots: number,
  { now, heldUntil, waitsUntil }: Times,
): { readonly use: SlotUse; readonly isGranted: boolean } {
  const held = lasting(before.held, ({ until }) => until > now);
  const waiting = lasting(before.waiting, (until) => until > now);
  const { [job]: _, ...others } = waiting;
  const own = heldBy(held, job);
  const isLast = Object.keys(others).every((other) => heldBy(held, other) >= own);
  const isFree = Object.keys(held).length < slots && isLast;
  if (!(holder in held) && !isFree) {
    return { use: { held, waiting: { ...others, [job]: waitsUntil } }, isGranted: false };
  }
  return {
    use: { held: { ...held, [holder]: { job, until: heldUntil } }, waiting: others },
    isGranted: true,
  };
}

/** Without the slot of a holder. */
export function withoutSlot({ held, waiting }: SlotUse, holder: string): SlotUse {
  const { [holder]: _, ...others } = held;
  return { held: others, waiting };
}

const heldBy = (held: SlotUse['held'], job: string): number =>
  Object.values(held).filter((one) => one.job === job).length;

const lasting = <T>(all: Readonly<Record<string, T>>, lasts: (one: T) => boolean) =>
  Object.fromEntries(Object.entries(all).filter(([, one]) => lasts(one)));
