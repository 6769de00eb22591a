import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { People } from '../../../app/ports/identity/people.ts';
import { Membership } from '../../../domain/identity/membership.ts';
import { User } from '../../../domain/identity/user.ts';
import * as keys from '../keys.ts';
import { getRow, ifHeld, rowsUnder } from '../rows.ts';
import { sha256Hex } from '../sha256-hex.ts';
import { ConditionFailed, transact, type Write } from '../transact.ts';
import { transactWhileRoom } from '../transact-while-room.ts';

/** Of one organization or of one person. */
const longestFirst = (a: Membership, b: Membership): number =>
  a.created_at.localeCompare(b.created_at) ||
  a.org_id.localeCompare(b.org_id) ||
  a.user_id.localeCompare(b.user_id);

/**
 * People and memberships. A person's row names their organizations, an organization's its owners.
 */
export function dynamoPeople(db: DynamoDBDocumentClient, table: string): People {
  const find: People['find'] = async (userId) => {
    const row = await getRow(db, table, keys.user(userId));
    return row && User.parse(row);
  };
  const membership: People['membership'] = async (orgId, userId) => {
    const row = await getRow(db, table, keys.member(orgId, userId));
    return row && Membership.parse(row);
  };
  const members: People['members'] = async (orgId) => {
    const rows = await rowsUnder(db, table, keys.member(orgId, ''));
    return rows.map((row) => Membership.parse(row)).sort(longestFirst);
  };
  /** Writes all or nothing, or tells which write's condition did not hold. */
  const attempt = async (writes: readonly Write[]): Promise<string | undefined> => {
    try {
      await transact(db, writes);
      return undefined;
    } catch (error) {
      return failedWrite(error);
    }
  };

  return {
    find,
    membership,
    async findByEmail(email) {
      const row = await getRow(db, table, keys.email(sha256Hex(email)));
      return row && find(String(row['user_id']));
    },
    async add(user) {
      const { user_id, email } = user;
      const address = { ...keys.email(sha256Hex(email)), user_id };
      return (
        (await attempt([
          putNew(table, address),
          putNew(table, { ...keys.user(user_id), ...user }),
        ])) === undefined
      );
    },
    async join(member, most = Number.POSITIVE_INFINITY) {
      const { org_id, user_id, role } = member;
      const hasRoom = async () => {
        const there = await members(org_id);
        return there.length < most || there.some((other) => other.user_id === user_id);
      };
      const writes: Write[] = [
        {
          name: 'user',
          item: {
            Update: {
              TableName: table,
              Key: keys.user(user_id),
              UpdateExpression: 'ADD orgs :org',
              ConditionExpression: 'attribute_exists(pk)',
              ExpressionAttributeValues: { ':org': new Set([org_id]) },
            },
          },
        },
        role === 'owner' ? addOwner(table, org_id, user_id) : removeOwner(table, org_id, user_id),
        {
          name: 'member',
          item: {
            Update: {
              TableName: table,
              Key: keys.member(org_id, user_id),
              UpdateExpression:
                'SET #role = :role, org_id = :org, user_id = :user, created_at = if_not_exists(created_at, :at)',
              ExpressionAttributeNames: { '#role': 'role' },
              ExpressionAttributeValues: {
                ':role': role,
                ':org': org_id,
                ':user': user_id,
                ':at': member.created_at,
              },
            },
          },
        },
      ];
      try {
        const counter = keys.membersMade(org_id);
        const isIn = await transactWhileRoom(db, table, { counter, hasRoom, writes });
        return isIn ? 'joined' : 'full';
      } catch (error) {
        return failedWrite(error) === 'user' ? 'gone' : 'last owner';
      }
    },
    async leave(orgId, userId) {
      const failed = await attempt([
        {
          name: 'member',
          item: {
            Delete: {
              TableName: table,
              Key: keys.member(orgId, userId),
              ConditionExpression: 'attribute_exists(pk)',
            },
          },
        },
        removeOwner(table, orgId, userId),
        removeOrganization(table, orgId, userId),
      ]);
      if (failed === undefined) return 'left';
      return failed === 'member' ? 'no member' : 'last owner';
    },
    async release(orgId, userId) {
      const { item } = removeOrganization(table, orgId, userId);
      await ifHeld(
        db.send(new UpdateCommand({ ...item.Update, ConditionExpression: 'attribute_exists(pk)' })),
      );
    },
    async membershipsOf(userId) {
      const row = await getRow(db, table, keys.user(userId));
      const orgs = [...((row?.['orgs'] as Set<string> | undefined) ?? [])];
      const found = await Promise.all(orgs.map((orgId) => membership(orgId, userId)));
      return found.filter((member) => member !== undefined).sort(longestFirst);
    },
    members,
    async forget({ user_id, email }) {
      const failed = await attempt([
        {
          name: 'user',
          item: {
            Delete: {
              TableName: table,
              Key: keys.user(user_id),
              ConditionExpression: 'attribute_not_exists(orgs)',
            },
          },
        },
        {
          name: 'email',
          item: {
            Delete: {
              TableName: table,
              Key: keys.email(sha256Hex(email)),
              ConditionExpression: 'attribute_not_exists(pk) OR user_id = :user',
              ExpressionAttributeValues: { ':user': user_id },
            },
          },
        },
      ]);
      return failed === undefined;
    },
  };
}

/** The first write whose condition did not hold; any other error is thrown on. */
function failedWrite(error: unknown): string | undefined {
  if (!(error instanceof ConditionFailed)) throw error;
  return [...error.writes][0];
}

const putNew = (table: string, row: keys.Row): Write => ({
  name: 'new',
  item: {
    Put: { TableName: table, Item: row, ConditionExpression: 'attribute_not_exists(pk)' },
  },
});

const removeOrganization = (table: string, orgId: string, userId: string) => ({
  name: 'user',
  item: {
    Update: {
      TableName: table,
      Key: keys.user(userId),
      UpdateExpression: 'DELETE orgs :org',
      ExpressionAttributeValues: { ':org': new Set([orgId]) },
    },
  },
});

const addOwner = (table: string, orgId: string, userId: string): Write => ({
  name: 'owners',
  item: {
    Update: {
      TableName: table,
      Key: keys.owners(orgId),
      UpdateExpression: 'ADD owners :user',
      ExpressionAttributeValues: { ':user': new Set([userId]) },
    },
  },
});

/** Holds for whoever is no owner, and for one of several. */
const removeOwner = (table: string, orgId: string, userId: string): Write => ({
  name: 'owners',
  item: {
    Update: {
      TableName: table,
      Key: keys.owners(orgId),
      UpdateExpression: 'DELETE owners :user',
      ConditionExpression: 'NOT contains(owners, :id) OR size(owners) > :one',
      ExpressionAttributeValues: { ':user': new Set([userId]), ':id': userId, ':one': 1 },
    },
  },
});
