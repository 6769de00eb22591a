import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ServiceFunction } from './service-function.ts';

const TEXTS = {
  openidIssuer: 'OPENID_ISSUER',
  openidClientId: 'OPENID_CLIENT_ID',
  openidName: 'OPENID_NAME',
} as const;

/**
 * Lets people sign in by the OpenID provider that the context names; without one by mail and
 * passkeys alone. The context `openidSecret` is the name of a secret that holds the client
 * secret, where the provider gave one.
 */
export function bindOpenidProvider(made: ServiceFunction): void {
  const context = (name: string): string | undefined => {
    const value: unknown = made.node.tryGetContext(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  if (context('openidIssuer') === undefined) return;
  for (const [name, variable] of Object.entries(TEXTS)) {
    const value = context(name);
    if (value !== undefined) made.lambda.addEnvironment(variable, value);
  }
  const secretName = context('openidSecret');
  if (secretName === undefined) return;
  // Secrets Manager ends the name of a secret with six characters of its own.
  const { secretArn } = Secret.fromSecretNameV2(made, 'OpenidSecret', secretName);
  made.lambda.addEnvironment('OPENID_CLIENT_SECRET', secretArn);
  made.startAnewWithRotation();
  made.lambda.addToRolePolicy(
    new PolicyStatement({
      actions: ['secretsmanager:GetSecretValue'],
      resources: [`${secretArn}-??????`],
    }),
  );
}
