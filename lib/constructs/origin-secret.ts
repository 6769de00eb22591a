import { Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

/** Carries the secret by which the gateway knows the edge. */
export const ORIGIN_HEADER = 'x-origin-secret';

/**
 * By what the gateway knows that a call came through the edge. Rotated by the number in the context
 * `originSecret`: one more makes a new secret, which the edge sends from then on, and the one
 * before it still opens the gateway while the edge's locations change over.
 */
export class OriginSecret extends Construct {
  /** What the edge sends, as a reference that CloudFormation resolves. */
  readonly sent: string;
  /** What the gateway takes. */
  readonly taken: readonly string[];

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const now = Number(this.node.tryGetContext('originSecret') ?? 1);
    if (!Number.isInteger(now) || now < 1) {
      throw new Error('The context originSecret is a number from 1, one more for each rotation');
    }
    this.sent = this.make(now);
    this.taken = now === 1 ? [this.sent] : [this.sent, this.make(now - 1)];
  }

  private make(generation: number): string {
    const secret = new Secret(this, `Secret${generation}`, {
      description: 'By it the gateway of Video Reader knows its edge',
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'Rotated by a deployment, which changes both ends: docs/operations.md says how.',
    });
    // Only the two ends of one connection hold it, and no function does.
    return secret.secretValue.unsafeUnwrap();
  }
}
