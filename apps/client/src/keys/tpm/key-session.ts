import type { PublicJwk } from '@vestibule/contracts';
import type { Bytes } from '@vestibule/device-keys';
import { agreeWith, createParent, type KeyBlob, loadKey, signDigest, unload } from './commands.ts';
import type { TpmConnection } from './connection.ts';
import { TpmFailure } from './tpm-failure.ts';

/** Both keys of this computer, in its TPM. */
export interface KeySession {
  /** Loads both keys, so that a TPM that does not know them says so now. */
  readonly check: () => Promise<void>;
  readonly sign: (digest: Uint8Array) => Promise<Bytes>;
  readonly agree: (peer: PublicJwk) => Promise<Bytes>;
}

export interface KeySessionOptions {
  readonly open: () => Promise<TpmConnection>;
  readonly identity: KeyBlob;
  readonly agreement: KeyBlob;
  /** The TPM is left alone after this time without a use. */
  readonly idleMs?: number;
}

interface Loaded {
  readonly tpm: TpmConnection;
  readonly identity: number;
  readonly agreement: number;
}

/** A sign-in signs a few times within a second; loading the keys each time would take longer than the signatures. */
const IDLE_MS = 3000;

/**
 * One use after the other. What was loaded is kept for the next one, and loaded again where the TPM forgot it: a computer
 * that slept, a resource manager that was started again.
 */
export function openKeySession(options: KeySessionOptions): KeySession {
  let loaded: Loaded | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let idle: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    loaded?.tpm.close();
    loaded = null;
  };
  const attempt = async <Value>(task: (keys: Loaded) => Promise<Value>) => {
    try {
      loaded ??= await load(options);
      return await task(loaded);
    } catch (error) {
      close();
      throw error;
    }
  };
  const use = async <Value>(task: (keys: Loaded) => Promise<Value>) => {
    clearTimeout(idle);
    const wasLoaded = loaded !== null;
    try {
      return await attempt(task).catch((error: unknown) => {
        const mayHelp = wasLoaded && error instanceof TpmFailure && error.code !== 'silent';
        if (!mayHelp) throw error;
        return attempt(task);
      });
    } finally {
      idle = setTimeout(close, options.idleMs ?? IDLE_MS).unref();
    }
  };
  const inTurn = <Value>(task: (keys: Loaded) => Promise<Value>) => {
    const turn = last.then(() => use(task));
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    check: () => inTurn(async () => undefined),
    sign: (digest) => inTurn(({ tpm, identity }) => signDigest(tpm, identity, digest)),
    agree: (peer) => inTurn(({ tpm, agreement }) => agreeWith(tpm, agreement, peer)),
  };
}

async function load({ open, identity, agreement }: KeySessionOptions): Promise<Loaded> {
  const tpm = await open();
  try {
    const parent = await createParent(tpm);
    const keys = { identity: await loadKey(tpm, parent, identity), agreement: await loadKey(tpm, parent, agreement) };
    await unload(tpm, parent);
    return { tpm, ...keys };
  } catch (error) {
    tpm.close();
    throw error;
  }
}
