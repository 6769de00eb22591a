import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { QuestionSessions } from '../../../app/ports/questions/question-sessions.ts';
import { DomainError } from '../../../domain/errors.ts';
import { QuestionSession } from '../../../domain/questions/session.ts';
import { checkVideo } from '../jobs/job-rows.ts';
import * as keys from '../keys.ts';
import { getRow, ifHeld, newest, rowsUnder } from '../rows.ts';
import { ConditionFailed, transact } from '../transact.ts';

/** Questions of a session that are remembered. */
const REMEMBERED = 20;
/** Sessions of one video that are looked at: of more the newest. */
const LOOKED_AT = 100;

/**
 * A row for each session behind its video, with its last 20 questions, and a pointer to it by
 * its id. A session of a video that was erased meanwhile is refused as `video_not_found`.
 */
export function dynamoQuestionSessions(
  db: DynamoDBDocumentClient,
  table: string,
): QuestionSessions {
  const rowOf = ({ org_id, video_id, session_id }: QuestionSession) =>
    keys.videoQuestionSession(org_id, video_id, session_id);
  const put = (name: string, Item: keys.Row) => ({
    name,
    item: { Put: { TableName: table, Item } },
  });
  return {
    async add(session) {
      const { org_id, session_id, video_id } = session;
      const pointer = keys.questionSession(org_id, session_id);
      try {
        await transact(db, [
          put('session', { ...rowOf(session), ...session }),
          put('pointer', { ...pointer, video_id }),
          checkVideo(table, session),
        ]);
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        const message = 'The video was erased while it was read.';
        throw new DomainError('video_not_found', message, {}, { cause: error });
      }
    },
    async find(orgId, sessionId) {
      const pointer = await getRow(db, table, keys.questionSession(orgId, sessionId));
      if (!pointer) return undefined;
      const videoId = String(pointer['video_id']);
      const row = await getRow(db, table, keys.videoQuestionSession(orgId, videoId, sessionId));
      return row && QuestionSession.parse(row);
    },
    async ofVideo(orgId, videoId) {
      const prefix = keys.videoQuestionSession(orgId, videoId, '');
      const rows = await rowsUnder(db, table, prefix, newest(LOOKED_AT));
      return rows.map((row) => QuestionSession.parse(row));
    },
    async remember(session, asked) {
      // An erasure may have taken the session meanwhile: then nothing is remembered.
      await ifHeld(
        db.send(
          new UpdateCommand({
            TableName: table,
            Key: rowOf(session),
            UpdateExpression: 'SET asked = :asked',
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeValues: { ':asked': [...session.asked, asked].slice(-REMEMBERED) },
          }),
        ),
      );
    },
  };
}
