import { z } from 'zod';
import { JobWorkerEnv } from '../../functions/compose/env/job-worker-env.ts';
import { requireUsable } from '../../functions/compose/usable-settings.ts';
import { Env as LongReadEnv } from '../../functions/durable/long-read/env.ts';
import { Env as TranscriptEnv } from '../../functions/durable/transcript/env.ts';
import { Env as SigninEnv } from '../../functions/pages/signin/env.ts';

const jobs = JobWorkerEnv.shape;

/**
 * What the functions read of the user's own environment. LOG_LEVEL is not looked at: other programs
 * take it too, in words of their own, and one that is not known does no harm.
 */
const Settings = z.object({
  TRANSCRIBER: jobs.TRANSCRIBER,
  TRANSCRIBER_URL: jobs.TRANSCRIBER_URL,
  TEXT_READER: jobs.TEXT_READER,
  ANSWERER: jobs.ANSWERER,
  ANSWERER_URL: jobs.ANSWERER_URL,
  ANSWERER_TOKENS_PER_CREDIT: jobs.ANSWERER_TOKENS_PER_CREDIT,
  SYNC_WAIT_SECONDS: jobs.SYNC_WAIT_SECONDS,
  SEGMENT_SECONDS: jobs.SEGMENT_SECONDS,
  ORGANIZATION_DECODES: LongReadEnv.shape.ORGANIZATION_DECODES,
  LISTEN_SECONDS: jobs.LISTEN_SECONDS,
  SPEECH_WINDOW_SECONDS: TranscriptEnv.shape.SPEECH_WINDOW_SECONDS,
  FETCH_ROUND_SECONDS: jobs.FETCH_ROUND_SECONDS,
  ALLOW_PRIVATE_SOURCES: z.enum(['', '0', '1']).optional(),
  OPENID_ISSUER: SigninEnv.shape.OPENID_ISSUER,
});

const ADDRESS = 'an address that begins with http:// or https://';
const SECONDS = 'a number of seconds above 0';

/** What to set in the place of a value that is refused. */
const WANTED: Readonly<Record<keyof z.infer<typeof Settings>, string>> = {
  TRANSCRIBER: 'amazon, openai, pocketsphinx or none',
  TRANSCRIBER_URL: ADDRESS,
  TEXT_READER: 'paddle or none',
  ANSWERER: 'bedrock, openai or evidence',
  ANSWERER_URL: ADDRESS,
  ANSWERER_TOKENS_PER_CREDIT: 'a whole number from 1',
  SYNC_WAIT_SECONDS: 'a number of seconds from 0',
  SEGMENT_SECONDS: SECONDS,
  ORGANIZATION_DECODES: 'a whole number from 1',
  LISTEN_SECONDS: SECONDS,
  SPEECH_WINDOW_SECONDS: SECONDS,
  FETCH_ROUND_SECONDS: SECONDS,
  ALLOW_PRIVATE_SOURCES: '1',
  OPENID_ISSUER: ADDRESS,
};

/**
 * Looks at the user's settings before anything is started: the functions read them when the first
 * call comes, and each would fail of a typing error then.
 * @throws Error in words for a person
 */
export async function requireSettings(user: NodeJS.ProcessEnv): Promise<void> {
  const { error } = Settings.safeParse(user);
  const wrong = (error?.issues ?? []).map(({ path: [name] }) => {
    const known = name as keyof typeof WANTED;
    return `${known} is ${JSON.stringify(user[known])}; set ${WANTED[known]}, or leave it out.`;
  });
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  await requireUsable(user);
}
