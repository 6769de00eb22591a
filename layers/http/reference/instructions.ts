import { LEVEL_SPECS, LEVELS } from '../../domain/frames/levels.ts';
import { CLOUD_BODY } from '../../domain/uploads/cloud-body.ts';

const UNIT = { min: 'a minute', sec: 'a second', flat: 'a moment' } as const;

const LEVEL_LINES = LEVELS.map((level) => {
  const { credits, purpose } = LEVEL_SPECS[level];
  const price = `${credits.rate} ${credits.rate === 1 ? 'credit' : 'credits'}`;
  return `- \`${level}\`: ${price} ${UNIT[credits.unit]}. ${purpose}`;
}).join('\n');

/** What a program, or the model that writes one, has to know before its first call. */
export const REFERENCE_INSTRUCTIONS = `## Which call for which need

- What is shown: \`POST /v1/frames\`. Sheets of frames as JPEG, with the second of each tile burned in. Begin with \`"detail": "overview"\` on the
  whole video, then open a short window with \`detail\` or \`fine\`, and one moment with \`single\`.
- What is said: \`POST /v1/transcript\`. The cheapest call, without pictures; \`"format": "srt"\` or \`"vtt"\` adds a subtitle file.
- A question in words: \`POST /v1/watch_video\`; a \`session_id\` asks on about the same video for a tenth of a credit. The same of up to twenty videos:
  \`POST /v1/batches\`.
- A file that is local, private or geo-blocked: \`POST /v1/uploads\`, where the service runs in the cloud for up to ${CLOUD_BODY}, else \`POST /v1/uploads/direct\`, or a ticket of
  \`POST /v1/uploads/tickets\` for somebody without a credential. The \`upload_id\` goes where a \`url\` goes, and so does the \`vid_\` id that every answer names.
- What a call would cost: the same call with \`"estimate": true\`. It starts and charges nothing.
- Not to wait: \`"sync": false\` answers with a job; read it with \`GET /v1/jobs/{jobId}\`, or name a \`webhook_url\`.

## What it costs

${LEVEL_LINES}

A transcript costs half a credit a minute, a question 3 (\`full\`), 1.5 (\`read\`) or 0.5 (\`glance\`) a minute. Prices count the seconds covered. A window that was paid for costs
20 % of it again, the same question again nothing. What fails is given back. An \`Idempotency-Key\` header makes a repeat the same job, paid once: send one
with every call that charges, and the same one when an answer did not reach you.

## What an answer says, and what it does not

- \`coverage.gaps\` are seconds that were not seen: claim nothing of them. \`coverage.truncated.next_start\` is the \`start\` of the call that goes on; walking it covers a window
  once.
- An empty list says that nothing was found. With \`technical.skipped\` true the detectors never ran, and empty lists say nothing. A member that is absent, such as \`signal\`, was not
  asked for.
- \`speech.is_speech\` false: music or noise. Treat words as absent.
- \`unanswered\` is what was asked and is not in the video; \`unresolved\` are stretches to ask again, with its \`window\` and \`region\` as they stand.
- Cite a second as \`[12.5s]\`: of a sheet by \`frame_times\`, of an answer by \`seen_at\`.

## When it is refused

Branch on \`error.type\`, never on \`message\`. \`suggestion\` holds arguments that work: spread them into the request and send it again. 429 carries \`Retry-After\` in seconds.
500 is our fault, and a repeat is safe. 402 is out of credits. A field that is not known is refused by name.
`;
