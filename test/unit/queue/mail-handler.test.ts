import type { SQSEvent } from 'aws-lambda';

test('where nobody mails, the worker starts and takes codes without a defect', async () => {
  for (const name of ['MAIL_SENDER', 'MAIL_DIR']) delete process.env[name];
  // Nobody answers at either: nothing is looked up.
  process.env['RECORDS_TABLE'] = 'none';
  process.env['MAIL_QUEUE_URL'] = 'http://127.0.0.1:9/mail';
  const { handler } = await import('../../../functions/workers/mail/handler.ts');
  const body = JSON.stringify({ email: 'ada@example.com', code: '123456' });
  const event = { Records: [{ messageId: 'm', body, attributes: {} }] } as unknown as SQSEvent;
  expect(await handler(event)).toEqual({ batchItemFailures: [] });
});
