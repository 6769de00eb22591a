import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AccountDirectory } from '../../../app/ports/accounts/account-directory.ts';
import { Account } from '../../../domain/accounts/account.ts';
import * as keys from '../keys.ts';

/** Reads the whole ledger table to list accounts: for an operator, not for a call. */
export const dynamoAccountDirectory = (
  db: DynamoDBDocumentClient,
  table: string,
): AccountDirectory => ({
  async list() {
    const accounts: Account[] = [];
    const pages = paginateScan(
      { client: db },
      {
        TableName: table,
        FilterExpression: 'sk = :account',
        ExpressionAttributeValues: { ':account': keys.account('').sk },
      },
    );
    for await (const { Items = [] } of pages) {
      accounts.push(...Items.map((item) => Account.parse(item)));
    }
    return accounts.sort((a, b) => a.created_at.localeCompare(b.created_at));
  },
  async change(orgId, change) {
    const members = Object.entries(change);
    const set = members
      .filter(([, value]) => value !== null)
      .map(([name]) => `#${name} = :${name}`);
    const taken = members.filter(([, value]) => value === null).map(([name]) => `#${name}`);
    const values = members.flatMap(([name, value]) =>
      value === null ? [] : [[`:${name}`, value] as const],
    );
    try {
      const { Attributes } = await db.send(
        new UpdateCommand({
          TableName: table,
          Key: keys.account(orgId),
          UpdateExpression: [
            ...(set.length > 0 ? [`SET ${set.join(', ')}`] : []),
            ...(taken.length > 0 ? [`REMOVE ${taken.join(', ')}`] : []),
          ].join(' '),
          ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(erased_at)',
          ExpressionAttributeNames: Object.fromEntries(members.map(([name]) => [`#${name}`, name])),
          ...(values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(values) }),
          ReturnValues: 'ALL_NEW',
        }),
      );
      return Account.parse(Attributes);
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  },
});
