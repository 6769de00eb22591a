import { documentClient } from '../../layers/adapters/dynamo/client.ts';
import { dynamoQuestionSessions } from '../../layers/adapters/dynamo/questions/question-sessions.ts';
import { callerSchemas } from '../../layers/adapters/json-schema/caller-schemas.ts';
import { chooseAnswerer } from '../../layers/adapters/models/find-answerer.ts';
import { EVIDENCE_KEY } from '../../layers/app/questions/evidence-reader.ts';
import { modelKey } from '../../layers/app/questions/model-reader.ts';
import type { QuestionEnv } from './env/question-env.ts';
import { readingCall } from './reading-call.ts';

/** What the calls that ask questions are made of. */
export async function questionCall(env: QuestionEnv) {
  const { accepting, ...call } = await readingCall(env);
  const answerer = chooseAnswerer(env);
  return {
    ...call,
    asking: {
      ...accepting,
      sessions: dynamoQuestionSessions(documentClient(), env.RECORDS_TABLE),
      schemas: callerSchemas(),
      reader: { key: answerer ? modelKey(answerer) : EVIDENCE_KEY },
    },
  };
}
