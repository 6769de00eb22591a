const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 34;
const CHECKSUM_LENGTH = 6;

const API_KEY_PREFIX = 'sk_live_';
const FORM = new RegExp(
  `^${API_KEY_PREFIX}([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

/** CRC-32 (ISO-HDLC) of an ASCII text. */
function crc32(text: string): number {
  let crc = ~0;
  for (const character of text) {
    crc ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function checksum(secret: string): string {
  let rest = crc32(secret);
  let digits = '';
  for (let at = 0; at < CHECKSUM_LENGTH; at += 1) {
    digits = ALPHABET.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** A new key. @param random gives that many unpredictable bytes */
export function makeApiKey(random: (count: number) => Uint8Array): string {
  let secret = '';
  while (secret.length < SECRET_LENGTH) {
    // 248 is the largest multiple of 62 in a byte; what lies above would favour some characters.
    for (const byte of random(64)) if (byte < 248) secret += ALPHABET.charAt(byte % 62);
  }
  secret = secret.slice(0, SECRET_LENGTH);
  return `${API_KEY_PREFIX}${secret}${checksum(secret)}`;
}

/** True for a text that can be a key. A mistyped or invented one is told without a look-up. */
export function isApiKey(text: string): boolean {
  const [, secret = '', sum] = FORM.exec(text) ?? [];
  return sum !== undefined && checksum(secret) === sum;
}
