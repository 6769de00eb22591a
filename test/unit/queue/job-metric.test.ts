import type { Hundredths } from '../../../layers/domain/accounts/credits.ts';
import { jobMetric } from '../../../layers/queue/job-metric.ts';

test('the end of a job adds up to its time, its seconds and its credits', () => {
  const at = new Date('2026-05-01T12:00:30Z');
  const line = jobMetric(
    { queued_at: '2026-05-01T12:00:00Z' },
    {
      at,
      status: 'succeeded',
      secondsRead: 60,
      charged: 34 as Hundredths,
      refunded: 4 as Hundredths,
    },
  );
  expect(line).toMatchObject({
    ended: 'succeeded',
    Jobs: 1,
    JobSeconds: 30,
    SecondsRead: 60,
    CreditsCharged: 0.34,
    CreditsRefunded: 0.04,
  });
  const [{ Dimensions, Metrics }] = line._aws.CloudWatchMetrics as [
    (typeof line._aws.CloudWatchMetrics)[number],
  ];
  expect(Dimensions).toEqual([[], ['ended']]);
  expect(Metrics.map(({ Name }) => Name)).toEqual([
    'Jobs',
    'JobSeconds',
    'SecondsRead',
    'CreditsCharged',
    'CreditsRefunded',
  ]);
});
