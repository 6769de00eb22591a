import { command, given, numberOf } from '../command.ts';

export const credits = command({
  summary: 'Plan, balances, and what was charged',
  usage: '[--limit N]',
  help: `      --limit N       entries of the ledger: 20 unless said otherwise, 200 at most

  video-reader credits --limit 0 --json | jq .topup_balance`,
  takes: 0,
  options: { limit: { type: 'string' } },
  async run(run) {
    const { values, out, signal } = run;
    const limit = given({ limit: numberOf('limit', values.limit) });
    const result = await (await run.client()).credits(limit, { signal });
    if (values.json) {
      out.data(JSON.stringify(result));
      return;
    }
    const { tier, credits_balance, topup_balance, tool_balance, wallet, ledger } = result;
    out.data(`plan      ${tier}`);
    out.data(`grant     ${credits_balance}${wallet === 'plan' ? '  (spent here)' : ''}`);
    out.data(`bought    ${topup_balance}${wallet === 'topup' ? '  (spent here)' : ''}`);
    out.data(`tools     ${tool_balance}`);
    for (const { at, delta, reason, balance_after } of ledger)
      out.data(`${at}  ${`${delta}`.padStart(9)}  ${`${balance_after}`.padStart(9)}  ${reason}`);
  },
});
