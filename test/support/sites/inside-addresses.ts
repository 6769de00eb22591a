/**
 * Hosts that mean an inside address, whichever way they are written. The last resolve there by the
 * test's resolver.
 */
export const INSIDE_HOSTS: readonly string[] = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.000.000.001', '0177.0.0.1', '0177.0.1', '017700000001'],
  ...['0x7f.0.0.1', '0x7f.1', '0x7f000001', '0X7F000001', '0x7F.0x0.0x0.0x1', '2130706433'],
  ...['0177.0x0.0.1', '127.0.0.1.', '127.1.', '2130706433.', '127.255.255.254', '127.0.0.2'],
  ...['0', '0.0.0.0', '0x0', '00', '0.0.0.0.', '0.1', '0.0.0.1'],
  ...[
    '①②⑦.⓪.⓪.①',
    '１２７.０.０.１',
    '127。0。0。1',
    '127｡0｡0｡1',
    '127．0．0．1',
    '𝟏𝟐𝟕.𝟎.𝟎.𝟏',
    '𝟘𝕩𝟟𝕗.𝟙',
  ],
  ...['%31%32%37.0.0.1', '127%2e0%2e0%2e1', 'ⓛocalhost', 'ｌｏｃａｌｈｏｓｔ', 'local%68ost'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'LocalHost.', 'a.localhost', 'a.b.localhost.'],
  ...['localhost.localdomain.local', 'printer.local', 'metadata.google.internal', 'x.internal.'],
  ...['router.home.arpa', 'instance-data.ec2.internal', 'internal', 'local'],
  ...['10.0.0.1', '10.255.255.255', '0xa.0.0.1', '012.0.0.1', '167772161', '10.1'],
  ...['172.16.0.1', '172.31.255.255', '0xac100001', '2886729729', '192.168.0.1', '192.168.1'],
  ...['0xc0a80001', '3232235521', '100.64.0.1', '100.127.255.255', '169.254.169.254'],
  ...['0xa9fea9fe', '2852039166', '0251.0376.0251.0376', '169.254.43518', '169.254.170.2'],
  ...['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1'],
  ...['239.255.255.250', '240.0.0.1', '255.255.255.255', '4294967295', '0xffffffff'],
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::0:1]', '[::127.0.0.1]'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::FFFF:7F00:0001]', '[0:0:0:0:0:ffff:127.0.0.1]'],
  ...['[::ffff:10.0.0.1]', '[::ffff:169.254.169.254]', '[::ffff:0:127.0.0.1]', '[::7f00:1]'],
  ...['[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::1]', '[64:ff9b::a9fe:a9fe]'],
  ...['[2002:7f00:1::]', '[2002:a00:1::1]', '[2002:a9fe:a9fe::]', '[2001:0:4136:e378::]'],
  ...['[2001::1]', '[2001:db8::1]', '[fe80::1]', '[febf::1]', '[fec0::1]', '[fc00::1]'],
  ...['[fd00::1]', '[fd00:ec2::254]', '[ff02::1]', '[ff01::1]', '[100::1]', '[4000::1]', '[::2]'],
  ...['user@127.0.0.1', 'a:b@127.0.0.1', 'example.com@127.0.0.1', 'example.com%40@127.0.0.1'],
  ...['example.com:80@localhost', '@127.0.0.1', ':@127.0.0.1'],
  ...['inside.example', 'half.example', 'inside6.example', 'mapped.example', 'INSIDE.EXAMPLE.'],
];

/** What the names above that are no literals resolve to. */
const RESOLVED: Readonly<Record<string, readonly string[]>> = {
  'inside.example': ['127.0.0.1'],
  'half.example': ['93.184.215.14', '127.0.0.1'],
  'inside6.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
};

export const resolveInside = async (name: string) =>
  (RESOLVED[name.toLowerCase().replace(/\.$/, '')] ?? []).map((address) => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }));
