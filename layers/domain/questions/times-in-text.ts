import { plainText } from './plain-text.ts';
import { SPELLED, spelledNumber } from './spelled-numbers.ts';

/** A time that a text names. */
interface NamedTime {
  /** As it stands in the text. */
  readonly text: string;
  readonly seconds: number;
}

/** What looks like a citation: only code writes those. */
const CITATION =
  /\s*[[(]\s*\d+(?:[.,:]\d+)*\s*(?:s|sec|seconds?)?\s*(?:[-–,;]\s*\d+(?:[.,:]\d+)*\s*(?:s|sec|seconds?)?\s*)*[\])]/giu;

const NUMBER = String.raw`\d+(?:[.,]\d+)?`;
/** `1:02:03.5`, and time codes with their frames. */
const CLOCK =
  /(?<![\d:.])(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?:[:;](\d{2})|[.,](\d{1,3}))?(?!\d|:\d)/gu;
/** `1h 2m 3s`, `2m3`, `1'39"`. */
const COMPOUND = new RegExp(
  String.raw`(?<![\p{L}\d.,:])(?:(\d+)\s*h(?:ours?|rs?)?\s*)?(\d+)\s*(?:m|mins?|minutes?|['′’])\s*(?:and\s+)?(${NUMBER})(?:\s*(?:s|secs?|seconds?)|["″”]|'')?(?![\p{L}\d])`,
  'giu',
);
/** https://en.wikipedia.org/wiki/ISO_8601#Durations */
const ISO_DURATION = /(?<![\p{L}\d])PT(?:(\d+)H)?(?:(\d+)M)?(\d+(?:\.\d+)?)S(?![\p{L}\d])/gu;

/** Units of time in the languages that most videos speak; a word may have an ending. */
const UNITS = {
  millisecond: 'ms|milliseconds?|millisekunden?|millisecondes?|milisegundos?',
  second: String.raw`s|secs?|seconds?|seconden?|secondes?|second[oi]|segundos?|seg|sekunt\p{L}*|sek|sekund\p{L}*|сек|с|секунд\p{L}*|saniye|sn|detik|giây|ثانية|ثوان\p{L}*|ثانیه|सेकंड|सेकेंड|שני[יו]\p{L}*|δευτερόλεπτ\p{L}*`,
  minute: String.raw`mins?|minutes?|minut\p{L}*|мин|минут\p{L}*|хвилин\p{L}*|dakika|menit|phút|دقيقة|دقائق|मिनट|דקות|דקה|λεπτ\p{L}*`,
  hour: String.raw`h|hrs?|hours?|stunden?|heures?|horas?|or[ae]|uur|uren|час\p{L}*|годин\p{L}*|saat|ساع\p{L}*|घंट\p{L}*`,
} as const;
/** Those of languages that put no space between words. */
const JOINED_UNITS = {
  second: '秒|초|วินาที',
  minute: '分|분|นาที',
  hour: '小时|小時|時間|시간',
} as const;
const UNIT_SECONDS = { millisecond: 0.001, second: 1, minute: 60, hour: 3600 } as const;
type Unit = keyof typeof UNIT_SECONDS;

/** `99th`, `99.`, `99º`. */
const ORDINAL = String.raw`(?:st|nd|rd|th|\.|º|ª|°|e|[eè]me|-?[яйю])?`;

/** What comes before a number that is the second itself. */
const PLACES: Readonly<Record<string, number>> = {
  [String.raw`seconds?|sekunden?|secondes?|second[oi]|segundos?|секунд\p{L}*|saniye|timestamps?|time ?codes?|t`]: 1,
  [String.raw`minutes?|minuten?|minutos?|minut[oi]|минут\p{L}*|dakika`]: 60,
};

const units = Object.keys(UNIT_SECONDS) as Unit[];
const COUNTED = units.flatMap((unit) => {
  const joined = (JOINED_UNITS as Partial<Record<Unit, string>>)[unit];
  const counted = (words: string, end: string) =>
    new RegExp(String.raw`(?<![\w.,:])(${NUMBER})${ORDINAL}\s*-?\s*(?:${words})${end}`, 'giu');
  return [
    { pattern: counted(UNITS[unit], String.raw`(?![\p{L}\d])`), each: UNIT_SECONDS[unit] },
    ...(joined === undefined ? [] : [{ pattern: counted(joined, ''), each: UNIT_SECONDS[unit] }]),
  ];
});
const PLACED = Object.entries(PLACES).map(([words, each]) => ({
  pattern: new RegExp(
    String.raw`(?<![\p{L}\d])(?:${words})\s*(?:number|nr\.?|no\.?|№)?\s*[=:#]?\s*(${NUMBER})(?!\w|:\d)`,
    'giu',
  ),
  each,
}));
/** A length in words ("five minutes") is no moment; a place in words ("at second five") is one. */
const SPELLED_PLACES = [
  { words: 'seconds?', each: 1 },
  { words: 'minutes?', each: 60 },
].flatMap(({ words, each }) =>
  [
    String.raw`\b(?:at|from|by|until|till|to|around|after)\s+(?:the\s+)?${words}\s+(${SPELLED})`,
    String.raw`\b(?:at|by|until|till|around)\s+(${SPELLED})[\s-]+${words}`,
    String.raw`\b(${SPELLED})[\s-]+${words}\s+in(?:to)?\b`,
  ].map((pattern) => ({ pattern: new RegExp(pattern, 'giu'), each })),
);

const numberOf = (text: string): number => Number(text.replace(',', '.'));

/** A text without what looks like citations in it. */
export const withoutCitations = (text: string): string =>
  text.replaceAll(CITATION, '').replaceAll(/\s+/g, ' ').trim();

/** The moments and lengths of time that a text names, in the digits of any script. */
export function timesIn(text: string): NamedTime[] {
  const plain = plainText(text);
  const clocks = [...plain.matchAll(CLOCK)].map(
    ([all, hours, minutes, seconds, frames, part = '0']) => ({
      text: all,
      // Nobody knows here how long a frame is.
      seconds:
        frames === undefined
          ? inSeconds(hours, minutes, seconds) + Number(`0.${part}`)
          : Number.NaN,
    }),
  );
  const compounds = [COMPOUND, ISO_DURATION].flatMap((pattern) =>
    [...plain.matchAll(pattern)].map(([all, hours, minutes, seconds]) => ({
      text: all,
      seconds: inSeconds(hours, minutes, seconds),
    })),
  );
  const numbered = [...COUNTED, ...PLACED].flatMap(({ pattern, each }) =>
    [...plain.matchAll(pattern)].map(([all, number = '']) => ({
      text: all,
      seconds: numberOf(number) * each,
    })),
  );
  const spelled = SPELLED_PLACES.flatMap(({ pattern, each }) =>
    [...plain.matchAll(pattern)].map(([all, words = '']) => ({
      text: all,
      seconds: spelledNumber(words) * each,
    })),
  );
  return [...clocks, ...compounds, ...numbered, ...spelled];
}

const inSeconds = (hours = '0', minutes = '0', seconds = '0'): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + numberOf(seconds);
