import { s3Artifacts } from '../../layers/adapters/s3/artifacts.ts';
import { assumedRole } from '../../layers/adapters/s3/assumed-role.ts';
import { objectClient } from '../../layers/adapters/s3/client.ts';
import { s3DirectStore } from '../../layers/adapters/s3/direct-store.ts';
import type { ArtifactStore } from '../../layers/app/ports/artifacts.ts';
import type { DirectStore } from '../../layers/app/ports/uploads/direct-store.ts';

interface SigningEnv {
  readonly BUCKET: string;
  /** Where callers find the store, unless it is where functions find it. */
  readonly PUBLIC_STORE_URL?: string | undefined;
  readonly UPLOAD_SIGNER_ROLE?: string | undefined;
}

/** The store for calls that give addresses; in the cloud a role of their own signs these. */
export const signingStore = ({
  BUCKET,
  UPLOAD_SIGNER_ROLE: role,
  PUBLIC_STORE_URL: endpoint,
}: SigningEnv): DirectStore =>
  s3DirectStore(
    objectClient(),
    BUCKET,
    objectClient({
      ...(role === undefined ? {} : { credentials: assumedRole(role) }),
      ...(endpoint === undefined ? {} : { endpoint }),
    }),
  );

/**
 * The store for whoever has others decode: what these are given has to outlast their turn and their
 * work, which a session of the function's own may not.
 */
export function decodedStore({
  BUCKET,
  UPLOAD_SIGNER_ROLE: role,
}: Pick<SigningEnv, 'BUCKET' | 'UPLOAD_SIGNER_ROLE'>) {
  const client = objectClient();
  const signer = role === undefined ? client : objectClient({ credentials: assumedRole(role) });
  return {
    artifacts: s3Artifacts(client, BUCKET, signer),
    direct: s3DirectStore(client, BUCKET, signer),
  };
}

/** What is stored, for calls that answer with addresses of it. */
export const linkedArtifacts = ({
  BUCKET,
  PUBLIC_STORE_URL: endpoint,
}: SigningEnv): ArtifactStore =>
  s3Artifacts(
    objectClient(),
    BUCKET,
    endpoint === undefined ? undefined : objectClient({ endpoint }),
  );
