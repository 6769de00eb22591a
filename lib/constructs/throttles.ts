import { type MethodDeploymentOptions, MethodLoggingLevel } from 'aws-cdk-lib/aws-apigateway';
import { type Endpoint, methodsOf, type Route } from '../../layers/http/route.ts';

/** Calls a second over all callers, and how many may come at once. */
const RATES = {
  everything: [400, 800],
  /** What anybody may call without a credential: a flood of it leaves room for the others. */
  open: [50, 100],
  /** Holds an instance for as long as it waits. */
  long: [100, 200],
  other: [200, 400],
} as const;

/** Settings of a method, which replace those of the stage as a whole. */
export const settingsOf = (kind: keyof typeof RATES): MethodDeploymentOptions => ({
  loggingLevel: MethodLoggingLevel.ERROR,
  dataTraceEnabled: false,
  throttlingRateLimit: RATES[kind][0],
  throttlingBurstLimit: RATES[kind][1],
});

type Throttled = Endpoint & { readonly scope?: Route['scope'] };

/**
 * A share of the gateway for each route, so that a flood of one is not a flood of all. What is
 * handed on whatever its method, pages and OAuth, is held by the stage and by address.
 */
export const shares = (
  routes: readonly Throttled[],
): Readonly<Record<string, MethodDeploymentOptions>> =>
  Object.fromEntries(
    routes
      .filter(({ method }) => method !== 'ANY')
      .flatMap(({ path, method, scope, long }) => {
        const share = settingsOf(scope === 'none' ? 'open' : long === true ? 'long' : 'other');
        return methodsOf(method).map((one) => [`${path}/${one}`, share]);
      }),
  );
