import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as keys from '../keys.ts';

/** How many jobs of an organization are queued or running: those that hold a slot of its plan. */
export const dynamoJobsUnderWay =
  (db: DynamoDBDocumentClient, table: string) =>
  async (orgId: string): Promise<number> => {
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: keys.slots(orgId), ProjectionExpression: 'slots' }),
    );
    const slots: unknown = Item?.['slots'];
    return slots instanceof Set ? slots.size : 0;
  };
