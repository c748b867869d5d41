import type { PublicJwk } from '@vestibule/contracts';
import { type DeviceKeys, fromBase64Url, isPointOfCurve, toBase64Url } from '@vestibule/device-keys';
import * as z from 'zod/mini';
import type { KeyProvider } from './key-provider.ts';
import { createKey, createParent, type KeyBlob, unload } from './tpm/commands.ts';
import { openTpm } from './tpm/connection.ts';
import { openKeySession } from './tpm/key-session.ts';
import { AGREEMENT_TEMPLATE, publicKeyOf, SIGNING_TEMPLATE } from './tpm/templates.ts';

const blobSchema = z.object({ publicArea: z.string(), wrapped: z.string() });

export const tpmKeysSchema = z.object({ identity: blobSchema, agreement: blobSchema });
type TpmKeys = z.infer<typeof tpmKeysSchema>;

/** Where Linux shares a TPM 2.0 between programs. */
export const TPM_DEVICE = '/dev/tpmrm0';

/**
 * Keys that only this computer's TPM 2.0 can use. What is stored is wrapped by it: of no worth on another computer, nor
 * after the TPM was cleared. Anyone who is this person on this computer can use the keys all the same.
 * @param path the device, or the socket of a TPM in software
 */
export function tpmKeys(path: string, options: { readonly timeoutMs?: number; readonly idleMs?: number } = {}) {
  const open = () => openTpm(path, options.timeoutMs);
  return {
    protection: 'tpm',
    create: async () => {
      const tpm = await open();
      try {
        const parent = await createParent(tpm);
        const identity = await createKey(tpm, parent, SIGNING_TEMPLATE);
        const agreement = await createKey(tpm, parent, AGREEMENT_TEMPLATE);
        await unload(tpm, parent);
        return { identity: toText(identity), agreement: toText(agreement) };
      } finally {
        tpm.close();
      }
    },
    load: async (stored) => {
      const [identity, agreement] = [fromText(stored.identity), fromText(stored.agreement)];
      const publicKeys = {
        identity: publicKeyOf(identity.publicArea, SIGNING_TEMPLATE),
        agreement: publicKeyOf(agreement.publicArea, AGREEMENT_TEMPLATE),
      };
      const session = openKeySession({ ...options, open, identity, agreement });
      await session.check();
      return deviceKeys(publicKeys, session);
    },
  } satisfies KeyProvider<TpmKeys>;
}

function deviceKeys(
  publicKeys: { readonly identity: PublicJwk; readonly agreement: PublicJwk },
  session: ReturnType<typeof openKeySession>,
): DeviceKeys {
  return {
    identity: {
      publicKey: publicKeys.identity,
      sign: async (data) => session.sign(new Uint8Array(await crypto.subtle.digest('SHA-256', data))),
    },
    agreement: {
      publicKey: publicKeys.agreement,
      agree: async (peer) => {
        // A TPM looks at the point itself; one that forgot to would give away its key bit by bit.
        if (!(await isPointOfCurve(peer))) throw new TypeError('The other key is no point of the curve.');
        return session.agree(peer);
      },
    },
  };
}

function toText({ publicArea, wrapped }: KeyBlob): TpmKeys['identity'] {
  return { publicArea: toBase64Url(publicArea), wrapped: toBase64Url(wrapped) };
}

/** Text that is no base64url becomes nothing, which is no key either. */
function fromText({ publicArea, wrapped }: TpmKeys['identity']): KeyBlob {
  return {
    publicArea: fromBase64Url(publicArea) ?? new Uint8Array(),
    wrapped: fromBase64Url(wrapped) ?? new Uint8Array(),
  };
}
