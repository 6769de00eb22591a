import { command } from '../command.ts';
import { UsageError } from '../exit-codes.ts';
import { discover, revoke } from '../sign-in/authorization.ts';
import { alone, signIns } from '../sign-in/store.ts';

export const logout = command({
  summary: 'Ends a sign-in, here and on the service',
  usage: '[URL]',
  help: '  video-reader logout',
  takes: 1,
  options: {},
  async run({ args, out, environment }) {
    const named = args[0] ?? environment['VIDEO_READER_URL'] ?? (await signIns.current());
    const service = named?.replace(/\/+$/, '');
    const signIn = service === undefined ? undefined : await signIns.find(service);
    if (service === undefined || signIn === undefined) throw new UsageError('Nobody is signed in.');
    // Forgotten here first: whatever the service answers, this machine holds it no longer.
    await alone(() => signIns.forget(service));
    await revoke(await discover(service), signIn);
    out.data(`Signed out of ${service}.`);
  },
});
