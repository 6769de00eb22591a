import { assumedRole } from '../../layers/adapters/s3/assumed-role.ts';
import { objectClient } from '../../layers/adapters/s3/client.ts';
import { s3DirectStore } from '../../layers/adapters/s3/direct-store.ts';
import type { DirectStore } from '../../layers/app/ports/direct-store.ts';

interface SigningEnv {
  readonly BUCKET: string;
  readonly UPLOAD_SIGNER_ROLE?: string | undefined;
}

/** The store for calls that give addresses; in the cloud a role of their own signs these. */
export const signingStore = ({ BUCKET, UPLOAD_SIGNER_ROLE: role }: SigningEnv): DirectStore =>
  s3DirectStore(
    objectClient(),
    BUCKET,
    objectClient(role === undefined ? {} : { credentials: assumedRole(role) }),
  );
