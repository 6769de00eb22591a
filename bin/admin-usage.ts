/** What `npm run admin` prints when it is not told what to do. */
export const USAGE = `npm run admin -- <command>

  org create [--plan pro] [--topup 100] [--name N] makes an organization and its first key
  org list
  org show --org org_…                             plan and balances
  org rename --org org_… --name N
  org plan --org org_… --plan studio               its limits hold within 5 s, its grant from the next renewal
  org suspend --org org_…                          refuses its credentials
  org resume --org org_…
  org export --org org_… --dir FOLDER              writes all that is kept of it: rows, videos, results
  org erase --org org_… [--repeat org_…] [--with-ledger]
                                                   erases all that it has; its ledger stays, without its name,
                                                   unless that is to go too
  key create --org org_… [--name laptop]           makes a key; it is shown this once
  key list --org org_…
  key revoke --org org_… --key key_…
  user add --org org_… --email E [--role owner|member]
  user list --org org_…
  user remove --org org_… --email E                ends the membership, sessions and connections there
  user link --email E [--base-url URL]             an address that signs in once, within an hour
  video show --org org_… --video vid_…             what it is read from, and where its master lies
  video restore --org org_… --video vid_…          reads it from its master again, within 7 days of its copy
  replay-erasures                                  erases anew what restored tables brought back
  webhook secret --org org_…                       what receivers verify webhooks with
  credits grant --org org_… --amount 100 [--wallet topup|tool]
  credits ledger --org org_… [--limit 50] [--before AT]
                                                   newest first; \`next\` is the --before of the next page

  doctor [--base-url URL]                          reads a clip of its own from end to end; its organization is called doctor

  --json  prints one line of JSON

Works on the local service of DATA_DIR (.local), or with RECORDS_TABLE and LEDGER_TABLE (for
videos and erasures BUCKET too) set on those, with the credentials of the environment.`;

/** Options of all commands; each command says which it takes. */
export const OPTIONS = {
  plan: { type: 'string' },
  topup: { type: 'string' },
  org: { type: 'string' },
  dir: { type: 'string' },
  name: { type: 'string' },
  key: { type: 'string' },
  video: { type: 'string' },
  amount: { type: 'string' },
  wallet: { type: 'string' },
  email: { type: 'string' },
  role: { type: 'string' },
  limit: { type: 'string' },
  before: { type: 'string' },
  'base-url': { type: 'string' },
  repeat: { type: 'string' },
  'with-ledger': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;
