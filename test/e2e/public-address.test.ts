import { startServiceProcess } from './service-process.ts';

test.each(['video.example', 'ftp://video.example', 'https://video.example/path'])(
  'PUBLIC_URL %s is refused in words',
  async (address) => {
    const started = startServiceProcess({ env: { PUBLIC_URL: address } });
    await expect(started).rejects.toThrow(/^PUBLIC_URL is ".*"; set the address/);
  },
);
