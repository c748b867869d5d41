import { setTimeout as wait } from 'node:timers/promises';
import type { PublicJwk } from '@vestibule/contracts';
import type { Bytes } from '@vestibule/device-keys';
import { HEADER_LENGTH, type TpmConnection } from './connection.ts';
import { OctetReader, sized, uint16, uint32, writeOctets } from './octets.ts';
import { ALGORITHM, inFullLength, PARENT_TEMPLATE, pointOf } from './templates.ts';
import { failureOf, isToBeAskedAgain, TpmFailure } from './tpm-failure.ts';

/** A key outside its TPM: what may be seen of it, and what only that TPM can open again. */
export interface KeyBlob {
  readonly publicArea: Uint8Array;
  readonly wrapped: Uint8Array;
}

const WITHOUT_SESSION = 0x8001;
const WITH_SESSION = 0x8002;
const OWNER = 0x4000_0001;
const NO_HIERARCHY = 0x4000_0007;
const HASH_TICKET = 0x8024;

/** The session that is a password; the password is empty. */
const EMPTY_PASSWORD = writeOctets(uint32(0x4000_0009), sized(), Uint8Array.of(0), sized());
const NOTHING_SENSITIVE = sized(sized(), sized());
const NOTHING_OUTSIDE = sized();
const NO_REGISTERS = uint32(0);

const REPEATS = 5;
const REPEATED_AFTER_MS = 50;

interface Command {
  readonly code: number;
  /** What the person wanted, behind "refused to". */
  readonly what: string;
  readonly handles: readonly number[];
  readonly parameters: readonly Uint8Array[];
  readonly isAuthorised?: boolean;
  readonly givesHandle?: boolean;
}

interface Answer {
  readonly handle: number;
  readonly parameters: OctetReader;
}

/** Makes the parent of both keys and leaves it loaded. */
export async function createParent(tpm: TpmConnection): Promise<number> {
  const { handle } = await run(tpm, {
    code: 0x131,
    what: 'make the parent of the keys',
    handles: [OWNER],
    parameters: [NOTHING_SENSITIVE, sized(PARENT_TEMPLATE), NOTHING_OUTSIDE, NO_REGISTERS],
    givesHandle: true,
  });
  return handle;
}

/** Makes a key below `parent`. It is not loaded. */
export async function createKey(tpm: TpmConnection, parent: number, template: Uint8Array): Promise<KeyBlob> {
  const answer = await run(tpm, {
    code: 0x153,
    what: 'make a key',
    handles: [parent],
    parameters: [NOTHING_SENSITIVE, sized(template), NOTHING_OUTSIDE, NO_REGISTERS],
  });
  return understood(() => ({ wrapped: answer.parameters.sized(), publicArea: answer.parameters.sized() }));
}

/** @throws TpmFailure with the code `foreign` when the blob was made by another TPM, or before this one was cleared */
export async function loadKey(tpm: TpmConnection, parent: number, { wrapped, publicArea }: KeyBlob): Promise<number> {
  const { handle } = await run(tpm, {
    code: 0x157,
    what: 'load a key',
    handles: [parent],
    parameters: [sized(wrapped), sized(publicArea)],
    givesHandle: true,
  });
  return handle;
}

/** Signs a SHA-256 digest. @returns r and s side by side */
export async function signDigest(tpm: TpmConnection, key: number, digest: Uint8Array): Promise<Bytes> {
  const noTicket = writeOctets(uint16(HASH_TICKET), uint32(NO_HIERARCHY), sized());
  const { parameters } = await run(tpm, {
    code: 0x15d,
    what: 'sign',
    handles: [key],
    parameters: [sized(digest), uint16(ALGORITHM.nothing), noTicket],
  });
  return understood(() => {
    const [algorithm, hash] = [parameters.uint16(), parameters.uint16()];
    if (algorithm !== ALGORITHM.ecdsa || hash !== ALGORITHM.sha256) throw new RangeError('Not this signature.');
    return writeOctets(inFullLength(parameters.sized()), inFullLength(parameters.sized()));
  });
}

/** Diffie-Hellman. @returns the shared point's first coordinate, 32 octets */
export async function agreeWith(tpm: TpmConnection, key: number, peer: PublicJwk): Promise<Bytes> {
  const { parameters } = await run(tpm, {
    code: 0x154,
    what: 'agree on a secret',
    handles: [key],
    parameters: [pointOf(peer)],
  });
  return understood(() => inFullLength(new OctetReader(parameters.sized()).sized()));
}

/** Takes something out of the TPM's memory, of which there is little. */
export async function unload(tpm: TpmConnection, handle: number): Promise<void> {
  const parameters = [uint32(handle)];
  await run(tpm, { code: 0x165, what: 'unload', handles: [], parameters, isAuthorised: false });
}

async function run(tpm: TpmConnection, command: Command): Promise<Answer> {
  const octets = octetsOf(command);
  for (let turn = 1; ; turn++) {
    const answer = new OctetReader(await tpm.exchange(octets));
    const [tag, , responseCode] = [answer.uint16(), answer.uint32(), answer.uint32()];
    if (responseCode === 0) return understood(() => readAnswer(answer, tag, command));
    if (turn === REPEATS || !isToBeAskedAgain(responseCode)) throw failureOf(responseCode, command.what);
    await wait(REPEATED_AFTER_MS * turn);
  }
}

function octetsOf({ code, handles, parameters, isAuthorised = true }: Command): Uint8Array {
  const body = writeOctets(
    ...handles.map(uint32),
    ...(isAuthorised ? [uint32(EMPTY_PASSWORD.length), EMPTY_PASSWORD] : []),
    ...parameters,
  );
  const tag = isAuthorised ? WITH_SESSION : WITHOUT_SESSION;
  return writeOctets(uint16(tag), uint32(HEADER_LENGTH + body.length), uint32(code), body);
}

function readAnswer(answer: OctetReader, tag: number, { isAuthorised = true, givesHandle = false }: Command): Answer {
  if (tag !== (isAuthorised ? WITH_SESSION : WITHOUT_SESSION)) throw new RangeError('Not the tag that was asked for.');
  const handle = givesHandle ? answer.uint32() : 0;
  return { handle, parameters: isAuthorised ? new OctetReader(answer.take(answer.uint32())) : answer };
}

function understood<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new TpmFailure('not-understood', `The answer of the TPM cannot be read: ${error.message}`);
  }
}
