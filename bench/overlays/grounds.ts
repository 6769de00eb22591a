import type { Dice } from '../detectors/random.ts';

interface Frame {
  size: string;
  fps: number;
}

/** A lavfi graph that draws what lies below. */
type Ground = (chance: Dice, frame: Frame) => string;

const mandelbrot = (chance: Dice, size: string, fps: number, ends: number): string => {
  const scale = chance.pick([2.2, 0.4, 0.03]);
  const x = (-0.743643887 + chance.between(-0.1, 0.1) * scale).toFixed(9);
  return `mandelbrot=s=${size}:r=${fps}:start_x=${x}:start_y=-0.131825904:start_scale=${scale}:end_scale=${scale * ends}:end_pts=400`;
};

/** A picture of some kind that does not change. */
function still(chance: Dice, { size, fps }: Frame): string {
  const picture = chance.pick([
    `gradients=s=${size}:r=${fps}:seed=${chance.whole(1, 9999)}:nb_colors=${chance.whole(3, 7)}:speed=0.00001`,
    `smptehdbars=s=${size}:r=${fps}`,
    `rgbtestsrc=s=${size}:r=${fps}`,
    `color=c=0x${chance.whole(0, 0xffffff).toString(16).padStart(6, '0')}:s=${size}:r=${fps}`,
  ]);
  return chance.chance(0.6) ? mandelbrot(chance, size, fps, 1) : picture;
}

/** Boxes that cross the picture, in front of something still. */
function passers(chance: Dice, frame: Frame): string {
  const boxes = Array.from({ length: chance.whole(1, 3) }, (_, i) => {
    const colour = `0x${chance.whole(0, 0xffffff).toString(16).padStart(6, '0')}`;
    const way = `mod(t/${chance.between(2, 8).toFixed(2)}+${chance.between(0, 1).toFixed(2)}\\,1)`;
    const share = chance.chance(0.5) ? way : `(1-${way})`;
    const y = `H*${chance.between(0, 0.6).toFixed(2)}`;
    const box = `color=c=${colour}:s=${chance.whole(30, 200)}x${chance.whole(30, 240)}:r=${frame.fps}[p${i}]`;
    // From outside the picture to outside it: what pops up in the middle is laid over it.
    return { box, over: `overlay=x='(W+w)*${share}-w':y='${y}'` };
  });
  return boxes.reduce(
    (graph, { box, over }, i) => `${box};${graph}[q${i}];[q${i}][p${i}]${over}`,
    still(chance, frame),
  );
}

/** A camera that goes over something still or alive. */
function travelling(chance: Dice, { size, fps }: Frame): string {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const large = `${2 * width}x${2 * height}`;
  const source = chance.pick([mandelbrot(chance, large, fps, 1), `testsrc2=s=${large}:r=${fps}`]);
  const speed = chance.between(0.01, 0.15).toFixed(3);
  const x = chance.pick([`iw*0.05+iw*${speed}*t`, `iw*0.45-iw*${speed}*t`, 'iw*0.2']);
  const y = chance.pick(['ih*0.2', `ih*0.05+ih*${speed}*t`]);
  return `${source},crop=iw/2:ih/2:x='${x}':y='${y}'`;
}

const alive: Ground = (chance, { size, fps }) =>
  chance.pick([
    `testsrc2=s=${size}:r=${fps}`,
    `testsrc=s=${size}:r=${fps}`,
    mandelbrot(chance, size, fps, 0.2),
    `life=s=64x36:r=${fps}:seed=${chance.whole(1, 999)}:mold=20:ratio=0.3:death_color=#503040:life_color=#f0e090,scale=${size.replace('x', ':')}`,
    `smptehdbars=s=${size}:r=${fps},hue=h='${chance.whole(5, 40)}*t'`,
    `gradients=s=${size}:r=${fps}:seed=${chance.whole(1, 9999)}:nb_colors=5:speed=${chance.between(0.005, 0.05).toFixed(3)}`,
  ]);

/** Light that goes up and down, or is switched. */
function lit(chance: Dice, frame: Frame): string {
  const strength = chance.between(0.05, 0.25).toFixed(2);
  const brightness = chance.pick([
    `${strength}*sin(t*${chance.whole(1, 5)})`,
    `${strength}*gt(t\\,${chance.between(1, 5).toFixed(2)})`,
  ]);
  return `${chance.pick([still, passers])(chance, frame)},eq=brightness='${brightness}':eval=frame`;
}

/** Two grounds, one after the other. */
function cutTo(chance: Dice, frame: Frame): string {
  const at = chance.between(1, 5).toFixed(2);
  const first = chance.pick([still, passers, alive, travelling])(chance, frame);
  return `${chance.pick([still, alive])(chance, frame)}[c1];${first}[c0];[c0][c1]overlay=enable='gt(t\\,${at})'`;
}

const grainy: Ground = (chance, frame) =>
  `${chance.pick([still, passers, travelling])(chance, frame)},noise=alls=${chance.whole(4, 20)}:allf=t`;

export const ALL_GROUNDS: readonly Ground[] = [
  still,
  passers,
  passers,
  travelling,
  travelling,
  alive,
  alive,
  lit,
  cutTo,
  grainy,
];
