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
