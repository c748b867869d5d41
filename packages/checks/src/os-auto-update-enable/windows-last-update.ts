import * as z from 'zod/mini';
import type { SystemPort } from '../system-port.ts';
import { readSection } from '../windows/section.ts';
import { momentOf, textOrNull } from '../windows/values.ts';
import type { AutomaticUpdatesFact } from './definition.ts';

const updatesSchema = z.object({
  /** When this Windows was installed, or got its last new release. */
  since: textOrNull,
  /** When the update agent last installed anything with success (IAutomaticUpdatesResults). */
  agentAt: textOrNull,
  /** The days on which the updates that are there were installed (Win32_QuickFixEngineering). */
  days: z.array(textOrNull).check(z.maxLength(1000)),
});

/** Microsoft publishes on the second Tuesday of a month: at most so many days lie between two. */
const MONTHLY_DAYS = 35;

type LastUpdate = Pick<AutomaticUpdatesFact, 'lastAt' | 'onSince' | 'everyDays'>;

/** The newest of what the two records of Windows say; nothing where neither can be read or says anything. */
export async function readLastUpdate(system: SystemPort): Promise<LastUpdate> {
  const section = await readSection(system, 'installedUpdates', updatesSchema);
  if (!section.ok) return {};
  const { since, agentAt, days } = section.value;
  const isoOf = (moment: Date | null) => (moment === null ? null : moment.toISOString());
  const known = [momentOf(agentAt), ...days.map(dayOf)].filter((moment) => moment !== null);
  // A day that is in no form known may be the newest.
  if (days.some((day) => day !== null && dayOf(day) === null)) return {};
  const newest = known.toSorted((left, right) => right.getTime() - left.getTime())[0] ?? null;
  const begun = momentOf(since);
  if (newest === null && begun === null) return {};
  // What was installed before this Windows was there came with its image.
  const isOwn = newest !== null && (begun === null || newest.getTime() >= begun.getTime() - DAY_MS);
  return { lastAt: isOwn ? isoOf(newest) : null, onSince: isoOf(begun), everyDays: MONTHLY_DAYS };
}

const DAY_MS = 86_400_000;
/** 100 nanoseconds, from 1601 on. */
const FILETIME = { perMs: 10_000n, toUnixMs: 11_644_473_600_000n } as const;

/** '11/12/2026', month first in every language, or the sixteen digits of a FILETIME. */
function dayOf(text: string | null): Date | null {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text ?? '') ?? [];
  if (month !== undefined && day !== undefined) {
    const moment = new Date(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T00:00:00Z`);
    return Number.isNaN(moment.getTime()) ? null : moment;
  }
  if (!/^0[0-9a-f]{15}$/i.test(text ?? '')) return null;
  return new Date(Number(BigInt(`0x${text}`) / FILETIME.perMs - FILETIME.toUnixMs));
}
