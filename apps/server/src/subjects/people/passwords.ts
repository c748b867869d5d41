import { hash, verify } from '@node-rs/argon2';

/** 19 MiB, two passes, one lane: the OWASP floor; 10 ms on a small server (measured). */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashes in flight: 19 MiB each, so that a burst of sign-ins cannot exhaust the memory. */
const MAXIMUM_AT_ONCE = 8;
/** Passwords that wait their turn, some seconds' worth at most: anyone who comes later is refused instead of kept waiting. */
const MAXIMUM_WAITING = 256;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // Anyone who ends hands the turn on, so a newcomer cannot slip in between.
  if (running < MAXIMUM_AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** @returns argon2id in PHC string form */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalize(password), PARAMETERS));
}

/** The same keys give other bytes on other systems; the form of NIST SP 800-63B is the same everywhere. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

const nobody = hashPassword('no one has this password');

/**
 * Checks a password. An unknown person costs the same time as a known one.
 * @param passwordHash PHC string, or null for an unknown person
 * @returns 'busy' when too many others wait: the password was not looked at
 */
export async function isPasswordRight(passwordHash: string | null, password: string): Promise<boolean | 'busy'> {
  const unknown = await nobody;
  if (waiting.length >= MAXIMUM_WAITING) return 'busy';
  const isRight = await inTurn(() => verify(passwordHash ?? unknown, normalize(password)));
  return isRight && passwordHash !== null;
}
