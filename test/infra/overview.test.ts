import { overview, service } from './cloud.ts';
import { type Policy, resources } from './resources.ts';

interface Budget {
  readonly Budget: {
    readonly TimeUnit: string;
    readonly BudgetLimit: { readonly Amount: number; readonly Unit: string };
  };
  readonly NotificationsWithSubscribers: readonly {
    readonly Notification: { readonly NotificationType: string };
    readonly Subscribers: readonly { readonly SubscriptionType: string }[];
  }[];
}

test('a month that costs more than its budget, or is going to, is told as alarms are', () => {
  const [budget] = resources<Budget>(overview, 'AWS::Budgets::Budget');
  expect(budget?.properties.Budget).toMatchObject({
    TimeUnit: 'MONTHLY',
    BudgetLimit: { Amount: 200, Unit: 'USD' },
  });
  const told = budget?.properties.NotificationsWithSubscribers ?? [];
  expect(told.map(({ Notification }) => Notification.NotificationType)).toEqual([
    'FORECASTED',
    'ACTUAL',
  ]);
  for (const { Subscribers } of told) {
    expect(Subscribers.map(({ SubscriptionType }) => SubscriptionType)).toEqual(['SNS']);
  }
});

test('alarms and the budget of the account may publish to the topic, and nobody else', () => {
  const [policy] = resources<Policy>(service, 'AWS::SNS::TopicPolicy');
  const allowed = policy?.properties.PolicyDocument.Statement.filter(
    ({ Effect }) => Effect === 'Allow',
  );
  expect(allowed).toMatchObject([
    {
      Action: 'sns:Publish',
      Principal: { Service: ['budgets.amazonaws.com', 'cloudwatch.amazonaws.com'] },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    },
  ]);
});

test('the dashboard shows what the service counts of itself', () => {
  const [dashboard] = resources<{ DashboardBody: unknown }>(overview, 'AWS::CloudWatch::Dashboard');
  const body = JSON.stringify(dashboard?.properties.DashboardBody);
  for (const name of ['Jobs', 'JobSeconds', 'SecondsRead', 'CreditsCharged', 'CreditsRefunded']) {
    expect(body).toContain(name);
  }
  for (const name of ['InputTokens', 'OutputTokens', 'LinkFailures']) expect(body).toContain(name);
  expect(body).toContain('ApproximateAgeOfOldestMessage');
});
