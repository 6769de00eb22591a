import { toCredits } from '../../layers/domain/accounts/credits.ts';
import type { Tier } from '../../layers/domain/accounts/plans.ts';
import { transcriptPrice } from '../../layers/domain/accounts/prices.ts';
import { DECODE, MEDIA, WAITING } from '../../lib/function-sizes.ts';
import { dollarsPerCredit } from './earnings.ts';
import { functionDollars, secondsOn, together } from './function-cost.ts';
import { DURABLE, OWN_SERVER, TRANSCRIBE } from './list-prices.ts';
import { callDollars, handOverSeconds } from './read-cost.ts';
import { CALL, SOUND_AN_HOUR, VOICES_AN_HOUR } from './service-times.ts';

const HOUR = 3600;
const MINUTES = 60;
/** Windows of five minutes, each recognised by itself. */
const WINDOWS = 12;
/**
 * Durable operations: for a window its place in the map, its slot, its callback, its start and the
 * look at its end, the last three once more for each minute that it takes; for all the start, the
 * addresses, the decode, the map and the end.
 */
const OPERATIONS = { ofAll: 6, ofWindow: 8 };
/** How many times faster than speech a server of one's own is: whoever runs one measures it. */
export const OWN_SERVER_SPEED = 20;

/** Decoding the sound of an hour and finding who speaks in it, and the calls around it. */
export const LISTENING =
  // Captions are looked for; the run that follows puts the words together.
  callDollars(secondsOn(MEDIA, CALL), 0) +
  functionDollars(WAITING, handOverSeconds) +
  functionDollars(DECODE, secondsOn(DECODE, together(SOUND_AN_HOUR, VOICES_AN_HOUR)));

/** An hour of nothing but speech: what Amazon Transcribe asks. */
export const TRANSCRIBED = MINUTES * TRANSCRIBE.minute;
/** What carries it meanwhile: nobody waits. */
export const CARRIED = (OPERATIONS.ofAll + WINDOWS * OPERATIONS.ofWindow) * DURABLE.operation;
/** The same by a server that is busy all day. */
export const OWN = OWN_SERVER.hour / OWN_SERVER_SPEED;

/** What a transcript of an hour earns. */
export const transcriptEarns = (tier: Tier): number =>
  toCredits(transcriptPrice(HOUR)) * dollarsPerCredit(tier);

/** The share of speech in a video up to which Amazon Transcribe costs less than a plan earns. */
export const breakEvenSpeech = (tier: Tier): number =>
  (transcriptEarns(tier) - LISTENING) / (TRANSCRIBED + CARRIED);

/** Hours of video that a server of one's own hears in an hour when the plan pays for it. */
export const breakEvenHours = (tier: Tier): number =>
  OWN_SERVER.hour / (transcriptEarns(tier) - LISTENING);
