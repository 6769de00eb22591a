import { once } from 'node:events';
import { isAddress } from '../../transport.ts';
import { command } from '../command.ts';
import { UsageError } from '../exit-codes.ts';
import { beginSignIn, discover } from '../sign-in/authorization.ts';
import { openBrowser } from '../sign-in/open-browser.ts';
import { alone, signIns } from '../sign-in/store.ts';
import { wayBack } from '../sign-in/way-back.ts';

export const login = command({
  summary: 'Signs in through the browser; from then on no key is needed',
  usage: '[URL] [--no-browser]',
  help: `Opens a page of the service, on which you allow this program to act for your organization. What it
was given is kept in ${signIns.path}, for you alone to read. A sign-in spends the plan's credits; an API key spends
what was bought for the API.

      --no-browser    only prints the address, to be opened on this machine

  video-reader login https://video.example`,
  takes: 1,
  options: { 'no-browser': { type: 'boolean' } },
  async run({ args, values, out, signal, environment }) {
    const named = args[0] ?? environment['VIDEO_READER_URL'] ?? (await signIns.current());
    if (named === undefined || !isAddress(named)) {
      throw new UsageError('Say where the service is: video-reader login https://…');
    }
    const service = named.replace(/\/+$/, '');
    const { redirectUri, back, close } = await wayBack();
    try {
      const begun = await beginSignIn(await discover(service), redirectUri);
      out.note(`Open this page, and allow it:\n\n  ${begun.url}\n`);
      if (!values['no-browser']) openBrowser(begun.url);
      const interrupted = once(signal, 'abort').then(() => Promise.reject(signal.reason));
      const signIn = await begun.finish(await Promise.race([back, interrupted]));
      await alone(() => signIns.keep(service, signIn));
      out.data(`Signed in to ${service}.`);
    } finally {
      close();
    }
  },
});
