import * as z from 'zod/mini';
import { booleanOrNull, momentOf, numberOrNull, textOrNull } from '../windows/values.ts';
import type { ThreatsFact } from './definition.ts';

export const threatsSchema = z.object({
  threats: z.array(z.object({ id: numberOrNull, name: textOrNull, isActive: booleanOrNull })),
});
type Threat = z.infer<typeof threatsSchema>['threats'][number];

export const detectionsSchema = z.object({
  detections: z.array(
    z.object({
      id: numberOrNull,
      status: numberOrNull,
      execution: numberOrNull,
      hasSucceeded: booleanOrNull,
      changedAt: textOrNull,
      foundAt: textOrNull,
      resource: textOrNull,
    }),
  ),
});
type Detection = z.infer<typeof detectionsSchema>['detections'][number];

/** ThreatStatusID of MSFT_MpThreatDetection. */
const DETECTED = 1;
/** Cleaned, quarantined, removed, blocked. */
const OVER: ReadonlySet<number> = new Set([2, 3, 4, 6]);
const ALLOWED_BY_PERSON = 5;
/** Cleaning, quarantine, removal or blocking failed, or was given up. */
const STILL_THERE: ReadonlySet<number> = new Set([101, 102, 103, 105, 107]);
/** CurrentThreatExecutionStatusID. */
const EXECUTING = 3;

const NAME_MAXIMUM = 200;
const ITEM_MAXIMUM = 500;

/**
 * Threats that are still there, from Defender's list of threats and the newest detection of each.
 * @returns null when a threat is in a state that is not known
 */
export function activeThreats(
  threats: readonly Threat[],
  detections: readonly Detection[],
): ThreatsFact['active'] | null {
  const newest = newestById(detections);
  const ids = new Set([...threats.map(({ id }) => id), ...newest.keys()]);
  const active: ThreatsFact['active'] = [];
  for (const id of ids) {
    const rows = threats.filter((threat) => threat.id === id);
    const detection = newest.get(id);
    const isActive = judge(rows, detection);
    if (isActive === null) return null;
    if (isActive) active.push(describe(rows[0]?.name ?? null, detection));
  }
  return active;
}

function judge(rows: readonly Threat[], detection: Detection | undefined): boolean | null {
  if (rows.some(({ isActive }) => isActive === true)) return true;
  const isSaidToBeOver = rows.length > 0 && rows.every(({ isActive }) => isActive === false);
  if (detection === undefined) return isSaidToBeOver ? false : null;
  if (detection.execution === EXECUTING) return true;
  const status = detection.status ?? 0;
  if (STILL_THERE.has(status) || status === ALLOWED_BY_PERSON) return true;
  if (OVER.has(status)) return false;
  // 'Detected' stays in the history of what was then dealt with: the threat itself says which it is.
  if (status === DETECTED) return !(isSaidToBeOver && detection.hasSucceeded === true);
  return isSaidToBeOver ? false : null;
}

/** One row for each threat: the history keeps all. Rows without a moment count as the oldest. */
function newestById(detections: readonly Detection[]): ReadonlyMap<number | null, Detection> {
  return new Map(detections.toSorted((left, right) => momentIn(left) - momentIn(right)).map((row) => [row.id, row]));
}

function momentIn({ changedAt, foundAt }: Detection): number {
  return (momentOf(changedAt) ?? momentOf(foundAt))?.getTime() ?? 0;
}

function describe(name: string | null, detection: Detection | undefined): ThreatsFact['active'][number] {
  const allowed = detection?.status === ALLOWED_BY_PERSON ? ' (allowed on this computer)' : '';
  const title = `${(name ?? 'Threat without a name').slice(0, NAME_MAXIMUM - allowed.length)}${allowed}`;
  const item = detection?.resource?.replace(/^\w+:_?(?=[A-Za-z]:\\)/, '');
  return { name: title, ...(item === undefined || item === '' ? {} : { item: item.slice(0, ITEM_MAXIMUM) }) };
}
