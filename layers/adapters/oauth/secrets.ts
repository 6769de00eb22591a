import { createECDH, hkdfSync } from 'node:crypto';

const ORDER_OF_P256 = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

/** A private key as RFC 7518, 6.2 writes it. */
interface Es256Key {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly alg: 'ES256';
  readonly use: 'sig';
  readonly x: string;
  readonly y: string;
  readonly d: string;
}

/** What the authorization server keeps to itself. */
export interface ServerSecrets {
  /** The one ES256 key. Nothing that is handed out is signed by it, but the library wants one. */
  readonly signingKey: Es256Key;
  /** Signs cookies. */
  readonly cookieKey: string;
  /** Signs the forms of the consent page. */
  readonly formKey: string;
}

/**
 * All of it from one random text, which a secrets manager can make by itself: HKDF (RFC 5869)
 * with a name for each.
 * @param secret at least 32 characters
 */
export function serverSecrets(secret: string): ServerSecrets {
  if (secret.length < 32) throw new Error('OAUTH_SECRET is shorter than 32 characters');
  const derive = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `video-reader oauth ${name}`, bytes));
  return {
    signingKey: es256Key(derive('signing key', 48)),
    cookieKey: derive('cookies', 32).toString('base64url'),
    formKey: derive('forms', 32).toString('base64url'),
  };
}

/**
 * A private key from 48 random bytes: reduced so, no number is likelier than another (FIPS 186-5,
 * A.2.1).
 */
function es256Key(random: Buffer): Es256Key {
  const number = (BigInt(`0x${random.toString('hex')}`) % (ORDER_OF_P256 - 1n)) + 1n;
  const d = Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(d);
  const point = pair.getPublicKey();
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  return {
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    use: 'sig',
    x: coordinate(1),
    y: coordinate(33),
    d: d.toString('base64url'),
  };
}
