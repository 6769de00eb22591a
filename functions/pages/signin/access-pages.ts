import type { makeApiKeys } from '../../../layers/app/accounts/api-keys.ts';
import type { makeConnections } from '../../../layers/app/identity/connections.ts';
import type { Accounts } from '../../../layers/app/ports/accounts/accounts.ts';
import { NameApiKey } from '../../../layers/domain/accounts/api-keys.ts';
import type { Person } from '../../../layers/domain/accounts/credential.ts';
import { DomainError } from '../../../layers/domain/errors.ts';
import type { PageAnswer, Visit } from '../../../layers/http/page-handler.ts';
import { accessPage, newKeyPage, SHOWN } from './access-views.ts';
import { goingOn, home } from './going-on.ts';

interface Deps {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly keys: ReturnType<typeof makeApiKeys>;
  readonly programs: ReturnType<typeof makeConnections>;
  /** Undefined for somebody who is not signed in. */
  readonly personOf: (visit: Visit) => Promise<Person | undefined>;
  /** @throws DomainError unauthorized for somebody who is not signed in */
  readonly requirePerson: (visit: Visit) => Promise<Person>;
}

const access = (visit: Visit): string => `${home(visit)}/access`;

const nameIn = ({ form }: Visit): string | undefined =>
  NameApiKey.safeParse({ name: form['name'] }).data?.name;

const NO_NAME = 'A key is named by 1 to 100 characters on one line.';

/** The session is that of all pages of a browser, and changes under those that are open. */
const OTHER =
  'The page that you sent this from showed another organization than the one that you are signed in for by now: nothing was done.';

/** What is gone already is as gone as it was asked to be. */
async function unlessGone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof DomainError) || error.type !== 'video_not_found') throw error;
  }
}

/** Where a person hands out access, and takes it back. */
export function accessPages({ accounts, keys, programs, personOf, requirePerson }: Deps) {
  const show = async (visit: Visit, person: Person, warning?: string): Promise<PageAnswer> => {
    const { orgId } = person;
    const [listed, connected, account] = await Promise.all([
      keys.list(orgId),
      programs.list(person),
      accounts.find(orgId),
    ]);
    const orgName = account?.name;
    const page = accessPage(goingOn(visit), { orgId, orgName, ...listed, ...connected }, warning);
    return warning === undefined ? { page } : { page, status: 400 };
  };
  const forShown =
    (act: (visit: Visit, person: Person) => Promise<PageAnswer>) =>
    async (visit: Visit): Promise<PageAnswer> => {
      const person = await requirePerson(visit);
      return visit.form[SHOWN] === person.orgId ? act(visit, person) : show(visit, person, OTHER);
    };
  return {
    async show(visit: Visit): Promise<PageAnswer> {
      const person = await personOf(visit);
      if (person) return show(visit, person);
      return { to: `${home(visit)}?return_to=${encodeURIComponent(access(visit))}` };
    },

    makeKey: forShown(async (visit, person) => {
      const name = nameIn(visit);
      if (name === undefined) return show(visit, person, NO_NAME);
      return { page: newKeyPage(goingOn(visit), await keys.create(person.orgId, name)) };
    }),

    renameKey: forShown(async (visit, person) => {
      const name = nameIn(visit);
      if (name === undefined) return show(visit, person, NO_NAME);
      await unlessGone(keys.rename(person.orgId, visit.form['key_id'] ?? '', name));
      return { to: access(visit) };
    }),

    revokeKey: forShown(async (visit, { orgId }) => {
      await unlessGone(keys.revoke(orgId, visit.form['key_id'] ?? ''));
      return { to: access(visit) };
    }),

    disconnect: forShown(async (visit, person) => {
      await unlessGone(programs.disconnect(person, visit.form['connection_id'] ?? ''));
      return { to: access(visit) };
    }),
  };
}
