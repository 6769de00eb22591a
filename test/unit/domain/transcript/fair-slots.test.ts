import fc from 'fast-check';
import {
  askForSlot,
  type SlotUse,
  UNUSED,
  withoutSlot,
} from '../../../../layers/domain/transcript/fair-slots.ts';

const SLOTS = 8;
const at = (now: number) => ({ now, heldUntil: now + 300, waitsUntil: now + 60 });
const heldBy = ({ held }: SlotUse, job: string) =>
  Object.values(held).filter((one) => one.job === job).length;

/** Lets a job ask for as many slots as it gets. */
function filled(before: SlotUse, job: string, now = 0): SlotUse {
  let use = before;
  for (let n = 0; n < SLOTS; n += 1) {
    ({ use } = askForSlot(use, { job, holder: `${job}/${n}` }, SLOTS, at(now)));
  }
  return use;
}

test('a job alone gets all slots, and no more', () => {
  const use = filled(UNUSED, 'a');
  expect(heldBy(use, 'a')).toBe(SLOTS);
  const more = askForSlot(use, { job: 'a', holder: 'a/8' }, SLOTS, at(1));
  expect(more.isGranted).toBe(false);
});

test('who holds a slot holds on to it, whoever waits', () => {
  const { use } = askForSlot(filled(UNUSED, 'a'), { job: 'b', holder: 'b/0' }, SLOTS, at(1));
  expect(askForSlot(use, { job: 'a', holder: 'a/3' }, SLOTS, at(2)).isGranted).toBe(true);
});

test('a slot that comes free goes to the job that holds fewest, also when another asks first', () => {
  let use = filled(UNUSED, 'a');
  ({ use } = askForSlot(use, { job: 'b', holder: 'b/0' }, SLOTS, at(1)));
  use = withoutSlot(use, 'a/0');
  const first = askForSlot(use, { job: 'a', holder: 'a/8' }, SLOTS, at(2));
  expect(first.isGranted).toBe(false);
  const second = askForSlot(first.use, { job: 'b', holder: 'b/0' }, SLOTS, at(3));
  expect(second.isGranted).toBe(true);
});

test('what nobody asks for any more is free again, and who asks no more does not wait', () => {
  let use = filled(UNUSED, 'a');
  ({ use } = askForSlot(use, { job: 'b', holder: 'b/0' }, SLOTS, at(1)));
  const later = askForSlot(use, { job: 'c', holder: 'c/0' }, SLOTS, at(301));
  expect(later.isGranted).toBe(true);
  expect(Object.keys(later.use.held)).toEqual(['c/0']);
});

test('no more slots are held than there are, and none is given past a job that holds fewer', () => {
  const step = fc.record({ job: fc.nat({ max: 11 }), ends: fc.nat({ max: SLOTS - 1 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      let use = UNUSED;
      for (const [now, { job: number, ends }] of steps.entries()) {
        const ending = Object.keys(use.held)[ends];
        if (ending !== undefined) use = withoutSlot(use, ending);
        const before = use;
        const job = `job${number}`;
        const asked = askForSlot(use, { job, holder: `${job}/${now}` }, SLOTS, at(now));
        ({ use } = asked);
        expect(Object.keys(use.held).length).toBeLessThanOrEqual(SLOTS);
        if (!asked.isGranted) continue;
        const waiting = Object.entries(before.waiting).filter(
          ([other, until]) => other !== job && until > now,
        );
        for (const [other] of waiting) {
          expect(heldBy(before, other)).toBeGreaterThanOrEqual(heldBy(before, job));
        }
      }
    }),
  );
});
