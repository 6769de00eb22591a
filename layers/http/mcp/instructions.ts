import { LEVEL_SPECS, LEVELS } from '../../domain/frames/levels.ts';

const UNIT = { min: 'a minute', sec: 'a second', flat: 'a moment' } as const;

const PRICES = LEVELS.map((level) => {
  const { unit, rate } = LEVEL_SPECS[level].credits;
  return `${level} ${rate} ${UNIT[unit]}`;
}).join(', ');

/** What a model is told of the tools as a whole; clients put it before every conversation. */
export const INSTRUCTIONS = `Video Reader lets you see, hear and question videos: links, or files by their upload_id.

Which tool:
- What is shown: frames. Begin with detail overview on the whole video; then a short window with standard (5 frames a second), detail (up to 30 s), fine (up to 10 s), motion (up to 3 s), or one moment with single.
- What is said: transcript. It is the cheapest and returns no pictures.
- A question in words: watch_video. Several videos: batch, then get_job with its batch_id as job_id.
- A file that is local, private or geo-blocked: upload_ticket; whoever has the file sends it, and the upload_id goes where a url goes.

Going on: an answer that does not show everything has next, a call with arguments that work as they stand. next with get_job is free: the window is paid already. A call that takes longer than 240 s, in the cloud 100 s, answers with its job_id; read it with get_job. Errors carry next as well.

Citing: every tile has its second burned in, and frame_times lists them. Name seconds as [12.5s]. coverage says what was not seen: do not claim anything of its gaps. technical.skipped true means that empty lists say nothing. speech.is_speech false means that words are invented.

Cost, in credits: ${PRICES}. A window paid for costs a fifth again; the same question again is free. credits tells what is left. When you repeat a call whose answer did not reach you, send the idempotency_key that you sent with it first: then it is paid once.`;
