import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ServiceFunction } from './service-function.ts';

/** By the context that names a secret, the variable that carries its ARN. */
const SECRETS = { linkProxy: 'LINK_PROXY', linkCookies: 'LINK_COOKIES' } as const;

/**
 * Lets links be followed through a proxy and with cookies of the operator, where the context names
 * the secrets that hold them: platforms refuse the addresses of clouds.
 */
export function bindLinkAccess(made: ServiceFunction): void {
  const context = (name: string): string | undefined => {
    const value: unknown = made.node.tryGetContext(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const hosts = context('linkProxyHosts');
  if (hosts !== undefined) made.lambda.addEnvironment('LINK_PROXY_HOSTS', hosts);
  for (const [name, variable] of Object.entries(SECRETS)) {
    const secretName = context(name);
    if (secretName === undefined) continue;
    // Secrets Manager ends the name of a secret with six characters of its own.
    const { secretArn } = Secret.fromSecretNameV2(made, variable, secretName);
    made.lambda.addEnvironment(variable, secretArn);
    made.startAnewWithRotation();
    made.lambda.addToRolePolicy(
      new PolicyStatement({
        actions: ['secretsmanager:GetSecretValue'],
        resources: [`${secretArn}-??????`],
      }),
    );
  }
}
