import type {
  ApiKey,
  ApiKeyList,
  NameApiKey,
  NewApiKey,
  RevokedApiKey,
} from '../../domain/accounts/api-keys.ts';
import type { CreditsResult } from '../../domain/accounts/credits-result.ts';
import type { AddMember, Member, MemberList, RemovedMember } from '../../domain/identity/member.ts';
import type { SessionResult, SignedOut } from '../../domain/identity/session-result.ts';
import type { Connection, ConnectionList, EndedConnection } from '../../domain/oauth/connection.ts';
import { JOB_ID, KEY_ID, ORG_ID } from './story.ts';

const apiKey: ApiKey = {
  key_id: KEY_ID,
  name: 'harbour server',
  last4: 'F9cQ',
  created_at: '2026-11-20T08:59:00.000Z',
  last_used_at: '2026-11-20T09:00:00.000Z',
};

const member: Member = {
  user_id: 'usr_01KAH2R6A4B8C0D3E5F6G9H1J2',
  email: 'ada@example.com',
  role: 'member',
  created_at: '2026-11-20T09:00:00.000Z',
};

const connection: Connection = {
  connection_id: 'con_01JZ0Z9M3H5K7Q2V4X6B8D0F1G',
  client_id: 'https://agent.example/client.json',
  client_name: 'An agent',
  redirect_host: '127.0.0.1:51234',
  scopes: ['video:read'],
  created_at: '2026-11-20T08:59:00.000Z',
  last_used_at: '2026-11-20T09:00:00.000Z',
};

/** An organization: its credits, its people, and what calls for it. */
export const ACCOUNTS = {
  CreditsResult: {
    org_id: ORG_ID,
    tier: 'creator',
    credits_balance: 600,
    credits_renew_at: '2026-12-01T00:00:00.000Z',
    topup_balance: 99.92,
    tool_balance: 0,
    wallet: 'topup',
    plan: {
      monthly_credits: 600,
      concurrency: 4,
      retention_days: 30,
      max_video_minutes: 120,
      allows_motion: true,
    },
    ledger: [
      {
        delta: -0.08,
        reason: 'frames:detail',
        wallet: 'topup',
        job_id: JOB_ID,
        balance_after: 99.92,
        at: '2026-11-20T09:00:00.900Z',
      },
    ],
  } satisfies CreditsResult,
  ApiKey: apiKey,
  NewApiKey: {
    key_id: KEY_ID,
    name: 'harbour server',
    last4: 'F9cQ',
    created_at: '2026-11-20T08:59:00.000Z',
    key: 'sk_live_…F9cQ',
  } satisfies NewApiKey,
  ApiKeyList: { keys: [apiKey] } satisfies ApiKeyList,
  NameApiKey: { name: 'harbour server' } satisfies NameApiKey,
  RevokedApiKey: { key_id: KEY_ID, revoked: true } satisfies RevokedApiKey,
  AddMember: { email: member.email, role: member.role } satisfies AddMember,
  Member: member,
  MemberList: { members: [member] } satisfies MemberList,
  RemovedMember: { user_id: member.user_id, removed: true } satisfies RemovedMember,
  Connection: connection,
  ConnectionList: { connections: [connection] } satisfies ConnectionList,
  EndedConnection: {
    connection_id: connection.connection_id,
    disconnected: true,
  } satisfies EndedConnection,
  SessionResult: {
    user_id: 'usr_01KAH2K1A4B8C0D3E5F6G9H1J3',
    email: 'keeper@lighthouse.example',
    org_id: ORG_ID,
    role: 'owner',
    organizations: [{ org_id: ORG_ID, name: 'The lighthouse', role: 'owner' }],
    created_at: '2026-11-20T08:58:00.000Z',
    ends_at: '2026-12-04T09:00:00.000Z',
  } satisfies SessionResult,
  SignedOut: { signed_out: true } satisfies SignedOut,
};
