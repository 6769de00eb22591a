import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a device or a browser does that it should not. */
export interface Fault {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  counter?: number;
  /** In a page of another origin. */
  crossOrigin?: boolean;
  /** Whom the device names, in base64url; `undefined` for nobody. */
  userHandle?: string | undefined;
  /** User present, user verified. */
  flags?: number;
  signWith?: KeyObject;
}

interface Options {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id?: string };
  readonly user?: { readonly id: string };
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

/**
 * A device that holds one passkey, as https://www.w3.org/TR/webauthn-3/ describes one, at an
 * origin.
 */
export function passkeyDevice(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let uses = 0;
  let userHandle: string | undefined;
  const clientData = (type: string, { challenge }: Options, fault: Fault) =>
    Buffer.from(
      JSON.stringify({
        type: fault.type ?? type,
        challenge: fault.challenge ?? challenge,
        origin: fault.origin ?? origin,
        crossOrigin: fault.crossOrigin ?? false,
      }),
    );
  const authenticatorData = (options: Options, flags: number, fault: Fault, more: Uint8Array[]) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(fault.counter ?? uses);
    const rpId = fault.rpId ?? options.rpId ?? options.rp?.id ?? '';
    return Buffer.concat([sha256(rpId), Buffer.from([fault.flags ?? flags]), counter, ...more]);
  };
  const answer = (response: Record<string, string | undefined>) =>
    JSON.stringify({
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      response,
      clientExtensionResults: {},
    });
  return {
    id: base64url(id),
    /** Makes the passkey. */
    create(options: object, fault: Fault = {}): string {
      userHandle ??= (options as Options).user?.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, bytes(x)],
          [-3, bytes(y)],
        ]),
      );
      const attested = [Buffer.alloc(16), Buffer.from([0, id.length]), id, key];
      const flags = VERIFIED | WITH_CREDENTIAL;
      const authData = authenticatorData(options as Options, flags, fault, attested);
      const object = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]) as never,
      );
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', options as Options, fault)),
        attestationObject: base64url(object),
      });
    },
    /** Signs in with it. */
    get(options: object, fault: Fault = {}): string {
      uses += 1;
      const data = clientData('webauthn.get', options as Options, fault);
      const authData = authenticatorData(options as Options, VERIFIED, fault, []);
      const signed = Buffer.concat([authData, sha256(data)]);
      return answer({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', signed, fault.signWith ?? privateKey)),
        userHandle: 'userHandle' in fault ? fault.userHandle : userHandle,
      });
    },
  };
}
