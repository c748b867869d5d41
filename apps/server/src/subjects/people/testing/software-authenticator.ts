import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@vestibule/contracts';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** What an honest browser and authenticator would do otherwise. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly flags?: number;
  /** The value the authenticator reports; it counts by itself otherwise. */
  readonly counter?: number;
  readonly crossOrigin?: boolean;
  readonly userHandle?: string;
  readonly key?: KeyObject;
}

/**
 * A browser with one authenticator that makes ES256 keys: CBOR and COSE as Web Authentication has them, written here and
 * not taken from the library that the server reads them with.
 */
export class SoftwareAuthenticator {
  readonly origin: string;
  readonly credentialId = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #userHandle = '';
  #counter = 0;

  constructor(origin: string) {
    this.origin = origin;
  }

  get id(): string {
    return this.credentialId.toString('base64url');
  }

  create(options: PasskeyCreationOptions, deviation: Deviation = {}): PasskeyRegistration {
    this.#userHandle = options.user.id;
    const rpId = deviation.rpId ?? options.rp.id;
    const flags = deviation.flags ?? USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    const data = Buffer.concat([
      this.#head(rpId, flags, 0),
      Buffer.alloc(16),
      length,
      this.credentialId,
      this.#publicKey(),
    ]);
    const attestation = map([
      [text('fmt'), text('none')],
      [text('attStmt'), map([])],
      [text('authData'), bytes(data)],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, deviation),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    };
  }

  get(options: PasskeyRequestOptions, deviation: Deviation = {}): PasskeyAssertion {
    this.#counter = deviation.counter ?? this.#counter + 1;
    const rpId = deviation.rpId ?? options.rpId;
    const data = this.#head(rpId, deviation.flags ?? USER_PRESENT | USER_VERIFIED, this.#counter);
    const clientData = this.#clientData('webauthn.get', options.challenge, deviation);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientData, 'base64url'))]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData,
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, deviation.key ?? this.#keys.privateKey).toString('base64url'),
        userHandle: deviation.userHandle ?? this.#userHandle,
      },
      clientExtensionResults: {},
    };
  }

  #clientData(type: string, challenge: string, deviation: Deviation): string {
    const data = {
      type: deviation.type ?? type,
      challenge: deviation.challenge ?? challenge,
      origin: deviation.origin ?? this.origin,
      crossOrigin: deviation.crossOrigin ?? false,
    };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }

  #head(rpId: string, flags: number, counter: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count]);
  }

  #publicKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return map([
      [integer(1), integer(2)],
      [integer(3), integer(-7)],
      [integer(-1), integer(1)],
      [integer(-2), bytes(Buffer.from(x, 'base64url'))],
      [integer(-3), bytes(Buffer.from(y, 'base64url'))],
    ]);
  }
}

/** A key of no one's passkey. */
export function createOtherKey(): KeyObject {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

function header(major: number, value: number): Buffer {
  const start = major * 32;
  if (value < 24) return Buffer.from([start + value]);
  if (value < 256) return Buffer.from([start + 24, value]);
  return Buffer.from([start + 25, Math.floor(value / 256), value % 256]);
}

function integer(value: number): Buffer {
  return value >= 0 ? header(0, value) : header(1, -1 - value);
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([header(2, value.length), value]);
}

function text(value: string): Buffer {
  const encoded = Buffer.from(value);
  return Buffer.concat([header(3, encoded.length), encoded]);
}

function map(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([header(5, entries.length), ...entries.flat()]);
}
