import type { MemoryPort, Remembered, RememberedName } from '@vestibule/flows';
import { type CookieJar, documentCookies, formatCookie, readCookie } from './cookies.ts';
import { MEMORY, type MemoryRow, type Place } from './memory-table.ts';

type Keeper = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface MemoryParts {
  readonly cookies: CookieJar;
  /** As `() => window.sessionStorage`, which throws where a browser keeps nothing. */
  readonly openSession: () => Keeper;
  readonly openLocal: () => Keeper;
  readonly isSecure: boolean;
  readonly now: () => Date;
}

const LONG_AGO = new Date(0);

/**
 * What this browser remembers: cookies, session storage and local storage, each name with its schema and lifetime. Junk
 * reads as nothing; a browser that keeps nothing is a browser that forgets.
 */
export function createMemory(parts: MemoryParts = browserParts()): MemoryPort {
  const memory: MemoryPort = {
    read: (name) => parse(MEMORY[name], readFrom(parts, MEMORY[name].place)),
    write: (name, value) => writeTo(parts, MEMORY[name].place, format(value)),
    forget: (name) => forgetIn(parts, MEMORY[name].place),
  };
  renewAccountId(memory);
  return memory;
}

/** Browsers cap the life of a cookie at about 400 days: one that is to last until 2050 is written again on each visit. */
function renewAccountId(memory: MemoryPort): void {
  const accountId = memory.read('deviceAccountId');
  if (accountId !== null) memory.write('deviceAccountId', accountId);
}

function browserParts(): MemoryParts {
  return {
    cookies: documentCookies,
    openSession: () => window.sessionStorage,
    openLocal: () => window.localStorage,
    isSecure: location.protocol === 'https:',
    now: () => new Date(),
  };
}

function parse<Value>({ isText, schema }: MemoryRow<Value>, kept: string | null): Value | null {
  if (kept === null) return null;
  try {
    const parsed = schema.safeParse(isText ? kept : JSON.parse(kept));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function format(value: Remembered[RememberedName]): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function readFrom(parts: MemoryParts, place: Place): string | null {
  if (place.kind === 'cookie') return readCookie(place.name, parts.cookies);
  return ask(() => open(parts, place.kind).getItem(place.name));
}

function writeTo(parts: MemoryParts, place: Place, kept: string): void {
  if (place.kind !== 'cookie') {
    ask(() => open(parts, place.kind).setItem(place.name, kept));
    return;
  }
  const { name, expires, lifetimeMs } = place;
  const until = lifetimeMs === undefined ? null : new Date(parts.now().getTime() + lifetimeMs);
  const end = expires === undefined ? until : new Date(expires);
  parts.cookies.write(formatCookie(name, kept, { expires: end, isSecure: parts.isSecure }));
}

function forgetIn(parts: MemoryParts, place: Place): void {
  if (place.kind === 'cookie') {
    parts.cookies.write(formatCookie(place.name, '', { expires: LONG_AGO, isSecure: parts.isSecure }));
    return;
  }
  ask(() => open(parts, place.kind).removeItem(place.name));
}

function open({ openSession, openLocal }: MemoryParts, kind: 'session' | 'local'): Keeper {
  return kind === 'session' ? openSession() : openLocal();
}

/** Storage may be turned off, full, or closed to this page: then there is none. */
function ask<Value>(question: () => Value): Value | null {
  try {
    return question();
  } catch {
    return null;
  }
}
