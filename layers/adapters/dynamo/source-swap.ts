import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { SourceSwap } from '../../app/ports/working-copies.ts';
import * as keys from './keys.ts';
import { ConditionFailed, transact } from './transact.ts';

export const dynamoSourceSwap = (db: DynamoDBDocumentClient, table: string): SourceSwap => ({
  async swap({ org_id, video_id, version, source_key }, to) {
    try {
      // A transaction, though of one write: sent again because its answer was lost, it tells what the first one did.
      await transact(db, [
        {
          name: 'video',
          item: {
            Update: {
              TableName: table,
              Key: keys.video(org_id, video_id),
              UpdateExpression:
                'SET source_key = :key, master_key = :master, size_bytes = :bytes, probe = :probe',
              ConditionExpression: 'version = :version AND source_key = :master',
              ExpressionAttributeValues: {
                ':key': to.source_key,
                ':bytes': to.size_bytes,
                ':probe': to.probe,
                ':version': version,
                ':master': source_key,
              },
            },
          },
        },
      ]);
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed) return false;
      throw error;
    }
  },
});
