import type { Person } from '../../domain/accounts/credential.ts';
import type { Connection, ConnectionList, EndedConnection } from '../../domain/oauth/connection.ts';
import { notFound } from '../not-found.ts';
import type { ConnectionRecord, Connections } from '../ports/identity/connections.ts';

type Who = Pick<Person, 'orgId' | 'userId'>;

/** The programs that a person let act for the organization they are signed in to. */
export const makeConnections = ({
  connections,
}: {
  connections: Pick<Connections, 'list' | 'remove'>;
}) => ({
  async list({ orgId, userId }: Who): Promise<ConnectionList> {
    return { connections: (await connections.list(orgId, userId)).map(shownOf) };
  },
  /** Every token of it is refused from that moment on. @throws DomainError video_not_found */
  async disconnect({ orgId, userId }: Who, connectionId: string): Promise<EndedConnection> {
    const ended = await connections.remove(orgId, userId, connectionId);
    if (!ended) throw notFound('connection');
    return { connection_id: connectionId, disconnected: true } as EndedConnection;
  },
});

const shownOf = ({ user_id: _, org_id: __, client_name, ...shown }: ConnectionRecord): Connection =>
  ({ ...shown, client_name: client_name === '' ? null : client_name }) as Connection;
