import { randomUUID } from 'node:crypto';
import { gcmSeal } from '../../layers/adapters/system/seal.ts';
import { makeIssueTicket } from '../../layers/app/uploads/tickets.ts';
import { gateway } from './cloud.ts';
import { resources } from './resources.ts';

interface WebAcl {
  readonly Rules: readonly {
    readonly Statement: {
      readonly ManagedRuleGroupStatement?: {
        readonly RuleActionOverrides: readonly {
          readonly Name: string;
          readonly ActionToUse: object;
        }[];
      };
    };
  }[];
}

/** The rules of Amazon's that end no call. */
const counted = resources<WebAcl>(gateway, 'AWS::WAFv2::WebACL')
  .flatMap(({ properties }) => properties.Rules)
  .flatMap(({ Statement }) => Statement.ManagedRuleGroupStatement?.RuleActionOverrides ?? [])
  .flatMap(({ Name, ActionToUse }) => ('Count' in ActionToUse ? [Name] : []));

test('managed rules look into no body', () => {
  expect(counted).toEqual(
    expect.arrayContaining([
      'SizeRestrictions_BODY',
      'CrossSiteScripting_BODY',
      'GenericRFI_BODY',
      'Log4JRCE_BODY',
      'ReactJSRCE_BODY',
    ]),
  );
});

// https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html
const LONGEST_PATH = 1024;

test('a ticket that names the longest webhook is let in by the firewall and the gateway', () => {
  const issue = makeIssueTicket({
    seal: gcmSeal('secret'),
    now: () => new Date(),
    nonce: randomUUID,
    webhookRefusal: () => undefined,
  });
  const webhook_url = 'https://receiver.example/'.padEnd(2048, 'x');
  const org = { orgId: `org_${'0'.repeat(26)}`, tier: 'enterprise' } as const;
  const { upload_url } = issue(org, { webhook_url }, 'https://video.example');
  const { length } = new URL(upload_url).pathname;
  expect(length).toBeGreaterThan(LONGEST_PATH);
  expect(counted).toContain('SizeRestrictions_URIPATH');
  // The gateway takes 10,240 bytes of path and headers.
  expect(length).toBeLessThan(4096);
});
