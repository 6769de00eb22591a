import { interactionPolicy } from 'oidc-provider';

const { Check, Prompt } = interactionPolicy;

/**
 * A person is asked each time, on one page that also says who is signed in; so whatever `prompt`
 * a client sends is fulfilled, and `none` never is.
 */
export const askAlways = (): readonly interactionPolicy.Prompt[] => [
  new Prompt(
    { name: 'consent', requestable: true },
    new Check(
      'not_asked',
      'the person has to approve',
      (ctx) => ctx.oidc.result?.consent === undefined,
    ),
  ),
  new Prompt({ name: 'login', requestable: true }),
  new Prompt({ name: 'select_account', requestable: true }),
];
