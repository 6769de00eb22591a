import type { Endpoint } from '../../../layers/http/route.ts';

const under = (path: string): Endpoint => ({
  name: 'signin',
  folder: 'pages/signin',
  method: 'ANY',
  path,
});

/**
 * Pages for people who sign in or out, hand out access or take it back. Its function knows which
 * there are under these paths.
 */
export const signinPages: readonly Endpoint[] = [under('/signin'), under('/signin/{path+}')];
