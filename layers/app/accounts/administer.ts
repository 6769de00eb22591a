import { newAccount } from '../../domain/accounts/account.ts';
import type { Hundredths } from '../../domain/accounts/credits.ts';
import { renewal, topup } from '../../domain/accounts/movements.ts';
import type { Tier } from '../../domain/accounts/plans.ts';
import type { Accounts } from '../ports/accounts/accounts.ts';
import type { KeyRecord, KeyStore } from '../ports/accounts/keys.ts';
import type { Clock, NewId } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { WebhookSecrets } from '../ports/webhooks/webhooks.ts';
import { makeApiKeys } from './api-keys.ts';
import { requireOrganization } from './require-organization.ts';

interface Deps {
  readonly accounts: Accounts;
  readonly keys: KeyStore;
  readonly webhookSecrets: WebhookSecrets;
  readonly digest: Digest;
  readonly random: (count: number) => Uint8Array;
  readonly now: Clock;
  readonly newId: NewId;
}

/** What whoever runs the service does with organizations, keys and credit. */
export function makeAdminister(deps: Deps) {
  const { accounts, keys, webhookSecrets, now, newId } = deps;
  const apiKeys = makeApiKeys(deps);
  const requireOrg = (orgId: string) => requireOrganization(accounts, orgId);
  const createKey = async (
    orgId: string,
    name: string,
  ): Promise<{ key_id: string; key: string }> => {
    await requireOrg(orgId);
    const { key_id, key } = await apiKeys.create(orgId, name);
    return { key_id, key };
  };
  const grant = async (orgId: string, wallet: 'topup' | 'tool', amount: Hundredths) => {
    await requireOrg(orgId);
    const id = newId('pay');
    await accounts.post(orgId, () => topup(id, wallet, amount, now()));
  };
  return {
    /** Makes an organization with its plan's first grant, bought credit and one key. */
    async createOrg(
      tier: Tier,
      bought: Hundredths,
      name?: string,
    ): Promise<{ org_id: string; api_key: string }> {
      const orgId = newId('org');
      await accounts.open(newAccount(orgId, tier, now(), name));
      await accounts.post(orgId, (account) => renewal(account, now()));
      await webhookSecrets.of(orgId);
      if (bought > 0) await grant(orgId, 'topup', bought);
      return { org_id: orgId, api_key: (await createKey(orgId, 'first')).key };
    },
    /** What receivers verify webhooks with. */
    async webhookSecret(orgId: string): Promise<string> {
      await requireOrg(orgId);
      return webhookSecrets.of(orgId);
    },
    /** The key is told this once; only its digest is kept. */
    createKey,
    async listKeys(orgId: string): Promise<Omit<KeyRecord, 'hash'>[]> {
      await requireOrg(orgId);
      return (await keys.list(orgId)).map(({ hash: _, ...key }) => key);
    },
    async revokeKey(orgId: string, keyId: string): Promise<void> {
      await requireOrg(orgId);
      if (!(await keys.remove(orgId, keyId))) throw new Error(`${orgId} has no key ${keyId}`);
    },
    grant,
  };
}
