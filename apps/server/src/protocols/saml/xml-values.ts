const ID = /^[A-Za-z_][A-Za-z0-9_.-]{0,254}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;

export function isXmlId(text: string): boolean {
  return ID.test(text);
}

/** A UTC time as SAML writes it, or null. */
export function readInstant(text: string | undefined): Date | null {
  if (text === undefined || !INSTANT.test(text)) return null;
  const instant = new Date(text);
  // A date such as 30 February rolls over instead of failing.
  return Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(text.slice(0, 19)) ? null : instant;
}

/** XML has two spellings for each. Absent means false; anything else is null. */
export function readBoolean(text: string | undefined): boolean | null {
  if (text === undefined || text === 'false' || text === '0') return false;
  return text === 'true' || text === '1' ? true : null;
}

/** An index of at most five digits; undefined when absent, null when it is something else. */
export function readIndex(text: string | undefined): number | undefined | null {
  if (text === undefined) return undefined;
  return /^\d{1,5}$/.test(text) ? Number.parseInt(text, 10) : null;
}

/** Whole seconds: some readers do not take fractions. */
export function toInstant(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
