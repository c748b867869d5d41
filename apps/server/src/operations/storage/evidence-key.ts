declare const evidenceKey: unique symbol;

/**
 * The name of one piece of evidence: `reports/{company}/{yyyy}/{mm}/{dd}/{id}.json`. It is made by this server from ids and
 * a date, never from anything a browser sent. `incoming` is where a browser puts a report directly; nothing there has been
 * looked at yet.
 */
export type EvidenceKey = string & { readonly [evidenceKey]: true };

export type EvidenceKind = 'reports' | 'incoming';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const PATTERN = new RegExp(`^(?:reports|incoming)/${UUID}/(\\d{4})/(\\d{2})/(\\d{2})/${UUID}\\.json$`);

/**
 * @param parts the company, the id of the report or upload (both UUIDs in lower case), and the day it belongs to (UTC)
 * @throws when an id is no UUID: a bug
 */
export function createEvidenceKey(
  kind: EvidenceKind,
  parts: { readonly companyId: string; readonly id: string; readonly at: Date },
): EvidenceKey {
  const day = parts.at.toISOString().slice(0, 10).replaceAll('-', '/');
  const text = `${kind}/${parts.companyId}/${day}/${parts.id}.json`;
  const key = parseEvidenceKey(text);
  if (key === null) throw new Error(`"${text}" is not the name of evidence.`);
  return key;
}

/** @returns null for anything that this server would not have made: `..`, other folders, other endings */
export function parseEvidenceKey(text: string): EvidenceKey | null {
  return PATTERN.test(text) ? (text as EvidenceKey) : null;
}

/** The day a piece of evidence belongs to, as `yyyy-mm-dd` (UTC). */
export function dayOfEvidence(key: EvidenceKey): string {
  return PATTERN.exec(key)?.slice(1).join('-') ?? '';
}

/** What all keys of a kind, or of one company, begin with. */
export function evidencePrefix(kind: EvidenceKind, companyId?: string): string {
  return companyId === undefined ? `${kind}/` : `${kind}/${companyId}/`;
}
