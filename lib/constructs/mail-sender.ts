import { Annotations, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ServiceFunction } from './service-function.ts';

/**
 * Lets a function send mail from the address that the context `mailSender` names, and from no
 * other. Its identity in SES is the domain of the address, unless the context `mailIdentity`
 * names another.
 */
export function bindMailSender(made: ServiceFunction): void {
  const sender: unknown = made.node.tryGetContext('mailSender');
  if (typeof sender !== 'string') {
    Annotations.of(made).addInfo(
      'Nobody can sign in by mail: no context mailSender names an address that SES may send from.',
    );
    return;
  }
  const identity: unknown = made.node.tryGetContext('mailIdentity');
  made.lambda.addEnvironment('MAIL_SENDER', sender);
  made.lambda.addToRolePolicy(
    new PolicyStatement({
      actions: ['ses:SendEmail'],
      resources: [
        Stack.of(made).formatArn({
          service: 'ses',
          resource: 'identity',
          resourceName:
            typeof identity === 'string' ? identity : sender.slice(sender.lastIndexOf('@') + 1),
        }),
      ],
      conditions: { StringEquals: { 'ses:FromAddress': sender } },
    }),
  );
}
