import { memberOf } from '../json.ts';
import type { Preferences } from '../macos/preferences.ts';

const RECORD = {
  checked: 'LastSuccessfulDate',
  waiting: 'RecommendedUpdates',
  offers: 'FirstOfferDateDictionary',
} as const;
/** A new macOS is the person's to choose: it never installs by itself. */
const NEW_SYSTEM = /_major$/;

/**
 * Until when everything that Software Update found was installed: its last successful look, or, where an update of this macOS
 * still waits, the day on which it was first offered.
 * @returns undefined where macOS keeps no such record; its form is known from recordings only
 */
export function lastUpdateOf(preferences: Preferences | null): string | undefined {
  const checked = momentOf(memberOf(preferences, RECORD.checked));
  if (checked === null) return undefined;
  const waiting = memberOf(preferences, RECORD.waiting);
  const names = Array.isArray(waiting) ? waiting.map((update: unknown) => memberOf(update, 'Identifier')) : [];
  const offered = names.flatMap((name) => {
    if (typeof name !== 'string' || NEW_SYSTEM.test(name)) return [];
    return momentOf(memberOf(preferences, RECORD.offers, name)) ?? [];
  });
  return new Date(Math.min(checked, ...offered)).toISOString();
}

function momentOf(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(value)) return null;
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? null : moment;
}
