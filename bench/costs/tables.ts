import { toCredits } from '../../layers/domain/accounts/credits.ts';
import { PLANS } from '../../layers/domain/accounts/plans.ts';
import { framesPrice } from '../../layers/domain/accounts/prices.ts';
import type { Depth } from '../../layers/domain/questions/question.ts';
import { DECODE, MEDIA } from '../../lib/function-sizes.ts';
import { CHEAPEST, dollarsPerCredit, PAID } from './earnings.ts';
import { DURABLE, LAMBDA, MODELS, OWN_SERVER, REQUESTS, TRANSCRIBE } from './list-prices.ts';
import { dollars, percent, seconds, table } from './markdown.ts';
import {
  type Model,
  modelDollars,
  questionCredits,
  questionUse,
  surveyDollars,
} from './questions.ts';
import { type FramesCall, framesDollars, framesSeconds } from './read-cost.ts';
import {
  breakEvenHours,
  breakEvenSpeech,
  CARRIED,
  LISTENING,
  OWN,
  TRANSCRIBED,
  transcriptEarns,
} from './recognisers.ts';
import { mediaOf, segmentedRead, sequentialDollars, sequentialSeconds } from './segmented-cost.ts';
import type { PictureSize } from './service-times.ts';

const HOUR = 3600;
const MILLION = 1e6;

const prices = () =>
  table(
    ['price', 'dollars'],
    [
      ['Lambda, a GB-second on x86_64', LAMBDA.gbSecond.x86_64],
      ['the same on arm64', LAMBDA.gbSecond.arm64],
      ['a GB-second of /tmp above 512 MB', LAMBDA.scratchGbSecond.toFixed(10)],
      ['a million calls of functions', (LAMBDA.request * MILLION).toFixed(2)],
      ['a million durable operations', (DURABLE.operation * MILLION).toFixed(2)],
      [
        'a GB that durable operations write, and keep for a month',
        `${DURABLE.gbWritten}, ${DURABLE.gbMonthKept}`,
      ],
      [
        'a million requests: edge, gateway',
        `${(REQUESTS.edge * MILLION).toFixed(2)}, ${(REQUESTS.gateway * MILLION).toFixed(2)}`,
      ],
      ['a million requests of queues', (REQUESTS.queue * MILLION).toFixed(2)],
      [
        'a million rows written, read',
        `${(REQUESTS.tableWrite * MILLION).toFixed(3)}, ${(REQUESTS.tableRead * MILLION).toFixed(3)}`,
      ],
      [
        'a thousand objects put, fetched',
        `${(REQUESTS.objectPut * 1000).toFixed(4)}, ${(REQUESTS.objectGet * 1000).toFixed(4)}`,
      ],
      ['a GB to the internet', REQUESTS.gbOut],
      ['Amazon Transcribe, a minute', TRANSCRIBE.minute],
      ['a server with a T4 card, an hour', OWN_SERVER.hour],
      ...Object.entries(MODELS).map(([name, { input, output }]) => [
        `a million tokens of ${name}: in, out`,
        `${input}, ${output}`,
      ]),
    ],
  );

const earned = () =>
  table(
    ['plan', 'dollars a month', 'credits', 'dollars a credit'],
    PAID.map((tier) => [
      tier,
      PLANS[tier].price_usd,
      PLANS[tier].monthly_credits,
      dollarsPerCredit(tier).toFixed(4),
    ]),
  );

const FRAMES: readonly (Omit<FramesCall, 'size'> & { readonly called: string })[] = [
  { called: 'overview, sheets alone', level: 'overview', seconds: 60, reading: 'sheets' },
  { called: 'overview, everything on', level: 'overview', seconds: 60, reading: 'everything' },
  {
    called: 'the same with read_text',
    level: 'overview',
    seconds: 60,
    reading: 'everything and text',
  },
  {
    called: 'overview of an hour, keyframes',
    level: 'overview',
    seconds: HOUR,
    reading: 'keyframes',
  },
  {
    called: 'overview of an hour, signals on',
    level: 'overview',
    seconds: HOUR,
    reading: 'everything',
  },
  { called: 'standard, everything on', level: 'standard', seconds: 60, reading: 'everything' },
  { called: 'detail', level: 'detail', seconds: 30, reading: 'everything' },
  { called: 'fine', level: 'fine', seconds: 10, reading: 'everything' },
  { called: 'motion', level: 'motion', seconds: 3, reading: 'everything' },
  { called: 'single', level: 'single', seconds: 0.2, reading: 'sheets' },
];

const frames = () =>
  table(
    [
      'call',
      'window, s',
      'decoder, s',
      'costs',
      `earns (${CHEAPEST})`,
      'of what it earns',
      'costs an hour of video',
    ],
    FRAMES.map(({ called, ...asked }) => {
      const call: FramesCall = { ...asked, size: '1080p' };
      const cost = framesDollars(call);
      const price = framesPrice(call.level, call.seconds, call.reading === 'everything and text');
      const earns = toCredits(price) * dollarsPerCredit(CHEAPEST);
      return [
        called,
        call.seconds,
        seconds(framesSeconds(call)),
        dollars(cost),
        dollars(earns),
        percent(cost / earns),
        call.level === 'single' ? '' : dollars((cost * HOUR) / call.seconds),
      ];
    }),
  );

const transcripts = () =>
  table(
    ['recogniser', 'nothing but speech', 'half of it speech', 'no speech'],
    [
      ['Amazon Transcribe', TRANSCRIBED + CARRIED],
      ['a server of your own, busy all day', OWN],
      ['captions of the file', 0],
    ].map(([name, hour]) => [
      name as string,
      ...[1, 0.5, 0].map((speech) => dollars(LISTENING + speech * (hour as number))),
    ]),
  );

const speechBreakEven = () =>
  table(
    ['plan', 'an hour earns', 'Amazon Transcribe pays up to', 'a server of your own pays from'],
    PAID.map((tier) => [
      tier,
      dollars(transcriptEarns(tier)),
      `${percent(breakEvenSpeech(tier))} speech`,
      `${breakEvenHours(tier).toFixed(1)} hours of video an hour`,
    ]),
  );

const ASKED: readonly (readonly [Depth, number])[] = [
  ['glance', 180],
  ['glance', HOUR],
  ['read', 40],
  ['read', 600],
  ['read', HOUR],
  ['full', 40],
  ['full', 600],
  ['full', HOUR],
];

const questions = () =>
  table(
    [
      'question',
      'window, s',
      'calls',
      'tokens in',
      'read',
      ...Object.keys(MODELS),
      'words, Transcribe',
      'words, own server',
      `earns (${CHEAPEST})`,
    ],
    ASKED.map(([depth, length]) => {
      const use = questionUse(depth, length);
      const share = length / HOUR;
      return [
        depth,
        length,
        use.calls,
        use.input,
        dollars(surveyDollars(length)),
        ...Object.keys(MODELS).map((model) => dollars(modelDollars(model as Model, use))),
        dollars((TRANSCRIBED + CARRIED) * share),
        dollars(OWN * share),
        dollars(questionCredits(depth, length) * dollarsPerCredit(CHEAPEST)),
      ];
    }),
  );

const SIZES = [1024, 1769, 3008, 3538, 5307, 7076, 10_240];
const PICTURES: readonly PictureSize[] = ['240p', '720p', '1080p'];

const sizes = () =>
  table(
    ['MB', 'cores', '1080p, s', ...PICTURES.map((size) => `${size}, x86_64`), '1080p, arm64'],
    SIZES.map((memoryMb) => [
      memoryMb,
      (memoryMb / LAMBDA.mbPerCore).toFixed(1),
      Math.round(sequentialSeconds(mediaOf(memoryMb), '1080p', 1)),
      ...PICTURES.map((picture) => dollars(sequentialDollars(mediaOf(memoryMb), picture))),
      dollars(sequentialDollars(mediaOf(memoryMb, 'arm64'), '1080p')),
    ]),
  );

const ONE_CORE = DECODE.memoryMb;
/** Segments, and the memory of those that decode and of the one that merges. */
const WAYS: readonly (readonly [string, number, number, number])[] = [
  ['64 segments, four cores each', 64, MEDIA.memoryMb, MEDIA.memoryMb],
  ['64, one core decodes, four merge', 64, ONE_CORE, MEDIA.memoryMb],
  ['64, four cores decode, one merges', 64, MEDIA.memoryMb, ONE_CORE],
  ['64, one core each', 64, ONE_CORE, ONE_CORE],
  ['32, one core each', 32, ONE_CORE, ONE_CORE],
];

const segmented = () => {
  const hours = 3;
  const one = sequentialSeconds(MEDIA, '1080p', hours);
  const whole = (one * MEDIA.memoryMb) / 1024;
  return table(
    [
      '3 h of 1080p',
      'decode of one, s',
      'merge, s',
      'GB-seconds',
      'of the sequential',
      'dollars',
      'durable operations',
    ],
    [
      [
        'one function reads all',
        `${Math.round(one)}`,
        '',
        Math.round(whole),
        '1.00',
        dollars(3 * sequentialDollars(MEDIA, '1080p')),
        '',
      ],
      ...WAYS.map(([name, segments, decode, merge]) => {
        const read = segmentedRead('1080p', hours, segments, {
          decode: mediaOf(decode),
          merge: mediaOf(merge),
        });
        return [
          name,
          seconds(read.eachSeconds),
          seconds(read.mergeSeconds),
          Math.round(read.gbSeconds),
          (read.gbSeconds / whole).toFixed(2),
          dollars(read.dollars),
          dollars(read.durableDollars),
        ];
      }),
    ],
  );
};

/** The tables of docs/costs.md, by the names of their places. */
export const TABLES: Readonly<Record<string, () => string>> = {
  prices,
  earned,
  frames,
  transcripts,
  questions,
  sizes,
  segmented,
  'speech break-even': speechBreakEven,
};
