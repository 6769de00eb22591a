import { Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';

/**
 * What the authorization server derives its keys from. Made by Secrets Manager, so that no person
 * and no template ever holds it.
 */
export function makeOAuthSecret(scope: Construct, id: string): Secret {
  const secret = new Secret(scope, id, {
    description: 'The authorization server of Video Reader derives its keys from it',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  });
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason: 'Rotated by hand, as docs/operations.md says: old and new are taken meanwhile.',
  });
  return secret;
}
