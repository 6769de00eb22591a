import { openFront } from '../../../local/http/front.ts';
import { requireSettings } from '../../../local/service/user-settings.ts';

const { PATH } = process.env;
const refusal = (settings: Record<string, string>) =>
  requireSettings({ PATH, ...settings }).then(
    () => '',
    (error: Error) => error.message,
  );

test.each([
  [
    { ANSWERER: 'opneai' },
    'ANSWERER is "opneai"; set bedrock, openai or evidence, or leave it out',
  ],
  [{ ANSWERER_URL: '127.0.0.1:9' }, 'ANSWERER_URL is "127.0.0.1:9"; set an address that begins'],
  [{ ANSWERER: 'openai' }, 'ANSWERER is openai, but ANSWERER_URL is unset'],
  [{ ANSWERER: 'bedrock' }, 'ANSWERER is bedrock, but ANSWERER_MODEL is unset'],
  [{ TRANSCRIBER: 'whisper' }, 'TRANSCRIBER is "whisper"; set amazon, openai, pocketsphinx or'],
  [{ TRANSCRIBER: 'openai' }, 'TRANSCRIBER is openai, but TRANSCRIBER_URL is unset'],
  [{ TRANSCRIBER: 'pocketsphinx', PATH: '/none' }, 'pocketsphinx, which is not on PATH'],
  [{ TEXT_READER: 'ocr' }, 'TEXT_READER is "ocr"; set paddle or none'],
  [{ SYNC_WAIT_SECONDS: '1m' }, 'SYNC_WAIT_SECONDS is "1m"; set a number of seconds from 0'],
  [{ SEGMENT_SECONDS: '0' }, 'SEGMENT_SECONDS is "0"; set a number of seconds above 0'],
  [{ EGRESS_PORTS: '8080,foo' }, 'EGRESS_PORTS holds foo, which is no port'],
  [{ ALLOW_PRIVATE_SOURCES: 'yes' }, 'ALLOW_PRIVATE_SOURCES is "yes"; set 1, or leave it out'],
  [{ OPENID_ISSUER: 'id.example' }, 'OPENID_ISSUER is "id.example"; set an address'],
  [{ FFMPEG_PATH: '/none/ffmpeg' }, 'FFMPEG_PATH names /none/ffmpeg, which cannot be started'],
  [{ YT_DLP_PATH: '/none/yt-dlp' }, 'YT_DLP_PATH names /none/yt-dlp, which cannot be started'],
  [{ SPEECH_WINDOW_SECONDS: 'abc' }, 'SPEECH_WINDOW_SECONDS is "abc"; set a number of seconds'],
  [{ LINK_COOKIES: 'a=b' }, 'LINK_COOKIES is no cookies.txt'],
])('a service is not started with %j', async (settings, said) => {
  expect(await refusal(settings)).toContain(said);
});

test('a proxy that is no address is refused without its password', async () => {
  const said = await refusal({ LINK_PROXY: 'https://user:secret@127.0.0.1:1' });
  expect(said).toContain('LINK_PROXY is no http:// address');
  expect(said).not.toContain('secret');
});

test('all that is mistyped is told at once', async () => {
  const said = await refusal({ ANSWERER: 'x', TEXT_READER: 'y' });
  expect(said.split('\n')).toHaveLength(2);
});

test('an environment without settings, and one with right ones, is taken', async () => {
  expect(await refusal({})).toBe('');
  const right = {
    ANSWERER_URL: 'http://127.0.0.1:9/v1',
    ANSWERER: 'openai',
    TRANSCRIBER: 'none',
    SYNC_WAIT_SECONDS: '0',
    EGRESS_PORTS: '8080, 9090',
    ALLOW_PRIVATE_SOURCES: '1',
    LINK_PROXY: 'arn:aws:secretsmanager:eu-central-1:1:secret:proxy',
    LOG_LEVEL: 'verbose',
  };
  expect(await refusal(right)).toBe('');
});

test('an address that is not of this machine is told to be none to listen at', async () => {
  await expect(openFront({ host: '192.0.2.1', port: 0 })).rejects.toThrow(
    'HOST is "192.0.2.1", which is no address of this machine.',
  );
});
