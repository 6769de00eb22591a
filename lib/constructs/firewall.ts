import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { ApiError } from '../../layers/domain/errors.ts';
import { ANY_ORIGIN, EXPOSED } from '../../layers/http/cors.ts';
import { VIEWER_HEADER } from './edge-function.ts';
import { MANAGED_RULES } from './managed-rules.ts';
import { ORIGIN_HEADER } from './origin-secret.ts';

type Rule = CfnWebACL.RuleProperty;
type Statement = CfnWebACL.StatementProperty;

/** Seconds over which calls of an address are counted. */
const WINDOW_SECONDS = 300;

/** With the name of the stage before the path, and without: WAF may see either. */
const under = (pattern: string): Statement => ({
  regexMatchStatement: {
    fieldToMatch: { uriPath: {} },
    regexString: `^(/live)?${pattern}`,
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
});

const header = (name: string) => ({ singleHeader: { Name: name } });

const without = (name: string): Statement => ({
  notStatement: {
    statement: {
      sizeConstraintStatement: {
        fieldToMatch: header(name),
        comparisonOperator: 'GT',
        size: 0,
        textTransformations: [{ priority: 0, type: 'NONE' }],
      },
    },
  },
});

/**
 * Calls of one address in five minutes, by what they are about. The tightest that fits is the one
 * that ends them. An organization's own calls are held to its plan's rate by the service.
 */
const LIMITS: readonly (readonly [name: string, limit: number, about?: Statement])[] = [
  ['Registration', 30, under('/oauth/register$')],
  ['SignIn', 120, under('/signin')],
  ['Token', 300, under('/oauth/(token|revoke)$')],
  ['Tickets', 300, under('/v1/uploads/t/')],
  ['Health', 100, under('/healthz$')],
  [
    'NoCredential',
    1_500,
    { andStatement: { statements: [without('authorization'), without('cookie')] } },
  ],
  // The largest plan makes 6,000 calls a minute.
  ['Everything', 40_000],
];

const json = (error: ApiError) => ({
  contentType: 'APPLICATION_JSON',
  content: JSON.stringify({ error }),
});

const BODIES = {
  TooMany: json({
    type: 'rate_limited',
    message: `Too many calls from one address. Wait the seconds that Retry-After names; calls are counted over ${WINDOW_SECONDS / 60} minutes.`,
  }),
  NotHere: json({
    type: 'invalid_request',
    message: 'This is no address of the service. Call the one that its documentation names.',
    reason: 'wrong_host',
  }),
};

const answer = (key: keyof typeof BODIES, status: number, more: Record<string, string> = {}) => ({
  block: {
    customResponse: {
      responseCode: status,
      customResponseBodyKey: key,
      responseHeaders: Object.entries({
        ...ANY_ORIGIN,
        ...EXPOSED,
        'cache-control': 'no-store',
        ...more,
      }).map(([name, value]) => ({ name, value })),
    },
  },
});

const measured = (name: string) => ({
  sampledRequestsEnabled: false,
  cloudWatchMetricsEnabled: true,
  metricName: name,
});

interface FirewallProps {
  /** Values of the header by which the edge is known. */
  readonly originSecrets: readonly string[];
  readonly stageArn: string;
}

/**
 * Stands between the edge and the gateway: lets nothing by that did not come through the edge,
 * holds each address to rates, and what Amazon's rules know as an attack back. Regional, so that
 * the service is one deployment in any region; what the edge answers by itself does not come here.
 */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { originSecrets, stageArn }: FirewallProps) {
    super(scope, id);
    const rules: Omit<Rule, 'priority'>[] = [
      throughTheEdge(originSecrets),
      ...LIMITS.map(([name, limit, about]) => byAddress(name, limit, about)),
      ...MANAGED_RULES.map(({ name, counted }) => ({
        name,
        statement: {
          managedRuleGroupStatement: {
            vendorName: 'AWS',
            name,
            ruleActionOverrides: counted.map((rule) => ({
              name: rule,
              actionToUse: { count: {} },
            })),
          },
        },
        overrideAction: { none: {} },
        visibilityConfig: measured(name),
      })),
    ];
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      description: 'Video Reader',
      defaultAction: { allow: {} },
      customResponseBodies: BODIES,
      visibilityConfig: measured('All'),
      rules: rules.map((rule, priority) => ({ ...rule, priority })),
    });
    new CfnWebACLAssociation(this, 'OfTheGateway', {
      webAclArn: acl.attrArn,
      resourceArn: stageArn,
    });
  }
}

function throughTheEdge(secrets: readonly string[]): Omit<Rule, 'priority'> {
  const known = secrets.map(
    (secret): Statement => ({
      byteMatchStatement: {
        fieldToMatch: header(ORIGIN_HEADER),
        positionalConstraint: 'EXACTLY',
        searchString: secret,
        textTransformations: [{ priority: 0, type: 'NONE' }],
      },
    }),
  );
  const [only = {}] = known;
  return {
    name: 'ThroughTheEdge',
    statement: {
      notStatement: {
        statement: known.length === 1 ? only : { orStatement: { statements: known } },
      },
    },
    action: answer('NotHere', 421),
    visibilityConfig: measured('ThroughTheEdge'),
  };
}

function byAddress(name: string, limit: number, about?: Statement): Omit<Rule, 'priority'> {
  return {
    name,
    statement: {
      rateBasedStatement: {
        aggregateKeyType: 'FORWARDED_IP',
        // The edge sets it on every call; one without it is counted with all of its kind.
        forwardedIpConfig: { headerName: VIEWER_HEADER, fallbackBehavior: 'MATCH' },
        evaluationWindowSec: WINDOW_SECONDS,
        limit,
        ...(about === undefined ? {} : { scopeDownStatement: about }),
      },
    },
    action: answer('TooMany', 429, { 'retry-after': String(WINDOW_SECONDS) }),
    visibilityConfig: measured(name),
  };
}
