import { egress, publicOnly } from '../../../../layers/adapters/egress/egress.ts';
import { isPublicAddress } from '../../../../layers/adapters/egress/public-address.ts';

const outside = publicOnly();

const INSIDE = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://0/',
  'http://0.0.0.0:80/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[::]/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b:1::1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:4136:e378::]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://[100::1]/',
  'http://[4000::1]/',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://a.localhost/',
  'http://printer.local/',
  'http://metadata.google.internal/',
  'http://router.home.arpa/',
  'http://user@example.com/',
  'http://a:b@example.com/',
  'http://example.com@127.0.0.1/',
  'ftp://example.com/',
  'file:///etc/passwd',
];

test.each(INSIDE)('%s is refused', (url) => {
  expect(outside.refusalOf(url)).toEqual(expect.any(String));
});

test.each([
  'https://example.com/hook',
  'http://8.8.8.8:443/',
  'https://[2606:4700:4700::1111]/',
  'https://internal.example.com/',
])('%s may be called', (url) => {
  expect(outside.refusalOf(url)).toBeUndefined();
});

test.each(['', 'localhost', '1.2.3', 'fe80::1%eth0'])('%j is no public address', (text) => {
  expect(isPublicAddress(text)).toBe(false);
});

test('a name that leads inside is not dialled', async () => {
  await expect(outside.addressesOf('localhost')).rejects.toThrow('not public');
});

test('ports beside 80 and 443 are called when they are named', () => {
  expect(outside.refusalOf('https://example.com:8443/')).toMatch('only the ports 80, 443');
  expect(egress(undefined, '8080,8443').refusalOf('https://example.com:8443/')).toBeUndefined();
  expect(() => egress(undefined, '80x')).toThrow('80x');
});

test.each(['169.254.169.254', '[::ffff:169.254.169.254]', '[fe80::1]', '[fd00:ec2::254]'])(
  'where private addresses are allowed, %s is none of them',
  async (host) => {
    const open = egress('1');
    expect(open.refusalOf(`http://${host}/latest/meta-data/`)).toContain('credentials');
    await expect(open.addressesOf(host)).rejects.toThrow('credentials');
    expect(open.refusalOf('http://127.0.0.1:8080/a.mp4')).toBeUndefined();
  },
);

test('where private addresses are allowed, a user name is refused as anywhere else', () => {
  expect(egress('1').refusalOf('http://ann:secret@127.0.0.1:8080/hook')).toMatch('user name');
});
