import { Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';

/**
 * A secret that an operator rotates by hand. Made by Secrets Manager, so that no person and no
 * template ever holds it.
 */
export function makeRotatedSecret(scope: Construct, id: string, description: string): Secret {
  const secret = new Secret(scope, id, {
    description,
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  });
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason: 'Rotated by hand, as docs/operations.md says: old and new are taken meanwhile.',
  });
  return secret;
}
