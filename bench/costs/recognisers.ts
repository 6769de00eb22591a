import { toCredits } from '../../layers/domain/accounts/credits.ts';
import type { Tier } from '../../layers/domain/accounts/plans.ts';
import { transcriptPrice } from '../../layers/domain/accounts/prices.ts';
import { MEDIA } from '../../lib/function-sizes.ts';
import { dollarsPerCredit } from './earnings.ts';
import { functionDollars, secondsOn, together } from './function-cost.ts';
import { OWN_SERVER, TRANSCRIBE } from './list-prices.ts';
import { callDollars } from './read-cost.ts';
import { CALL, SOUND_AN_HOUR, TRANSCRIBE_SECONDS } from './service-times.ts';

const HOUR = 3600;
const MINUTES = 60;
/** Stretches that one worker has at Amazon Transcribe at the same time. */
const AT_ONCE = 8;
/** How many times faster than speech a server of one's own is: whoever runs one measures it. */
export const OWN_SERVER_SPEED = 20;

/** Decoding the sound of an hour and finding who speaks in it, and the call around it. */
export const LISTENING = callDollars(secondsOn(MEDIA, together(CALL, SOUND_AN_HOUR)), 0);

/** An hour of nothing but speech: what Amazon Transcribe asks. */
export const TRANSCRIBED = MINUTES * TRANSCRIBE.minute;
/** The worker that waits for it meanwhile. */
export const WAITED = functionDollars(MEDIA, (MINUTES / AT_ONCE) * TRANSCRIBE_SECONDS);
/** The same by a server that is busy all day. */
export const OWN = OWN_SERVER.hour / OWN_SERVER_SPEED;

/** What a transcript of an hour earns. */
export const transcriptEarns = (tier: Tier): number =>
  toCredits(transcriptPrice(HOUR)) * dollarsPerCredit(tier);

/** The share of speech in a video up to which Amazon Transcribe costs less than a plan earns. */
export const breakEvenSpeech = (tier: Tier): number =>
  (transcriptEarns(tier) - LISTENING) / (TRANSCRIBED + WAITED);

/** Hours of video that a server of one's own hears in an hour when the plan pays for it. */
export const breakEvenHours = (tier: Tier): number =>
  OWN_SERVER.hour / (transcriptEarns(tier) - LISTENING);
