import { suiteOAuthService } from '../../support/oauth-service.ts';

const at = await suiteOAuthService();

test('an address registers 60 times an hour, whatever it says of where it is', async () => {
  const register = async (number: number) => {
    const answer = await fetch(`${at.baseUrl}/oauth/register`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `203.0.113.${number}`,
        forwarded: `for=203.0.113.${number}`,
      },
      body: JSON.stringify({ redirect_uris: ['https://app.example/callback'] }),
    });
    return {
      status: answer.status,
      wait: Number(answer.headers.get('retry-after')),
      body: await answer.json(),
    };
  };
  const registerAll = async () => {
    await at.forgetRegistrations();
    const statuses: number[] = [];
    for (let number = 0; number < 60; number += 1) statuses.push((await register(number)).status);
    return { statuses, refused: await register(61) };
  };
  const hour = () => Math.floor(Date.now() / 3600_000);
  const begun = hour();
  const first = await registerAll();
  // An hour that ends meanwhile begins the count anew.
  const { statuses, refused } = hour() === begun ? first : await registerAll();
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(refused.status).toBe(429);
  expect(refused.wait).toBeGreaterThan(0);
  expect(refused.wait).toBeLessThanOrEqual(3600);
  expect(refused.body).toMatchObject({ error: 'temporarily_unavailable' });
  expect(refused.body).not.toHaveProperty('client_id');
});
