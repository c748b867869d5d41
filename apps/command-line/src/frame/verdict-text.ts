import type { ShownVerdict, UnpassedCheck, VerdictName } from '@vestibule/contracts';
import { counted, dayText, timeText } from './output.ts';

type Said = Pick<ShownVerdict, 'verdict' | 'isEnforced' | 'failing' | 'unknown'>;

const PLAIN: Readonly<Record<VerdictName, string>> = {
  passed: 'passes',
  'in-grace': 'in grace',
  'not-checked': 'could not be checked',
  stopped: 'kept out',
  'never-reported': 'never reported',
  retired: 'retired',
};

/** A verdict in a cell of a table: 'kept out by 2', 'would be kept out', 'passes'. */
export function verdictCell({ verdict, isEnforced, failing, unknown }: Said): string {
  if (verdict !== 'stopped') return PLAIN[verdict];
  const stopping = [...failing, ...unknown].filter(({ holds }) => holds === 'stops').length;
  const by = stopping === 0 ? '' : ` by ${stopping}`;
  return isEnforced ? `kept out${by}` : `would be kept out${by}`;
}

/** The verdict of a person, who has several computers or none. */
export function personVerdictText({
  verdict,
  isEnforced,
  devices,
  devicesStopped,
}: {
  readonly verdict: VerdictName;
  readonly isEnforced: boolean;
  readonly devices: number;
  readonly devicesStopped: number;
}): string {
  const of = devices === 0 ? '' : `, ${counted(devices, 'computer', 'computers')}`;
  const stopped = devicesStopped > 0 && devicesStopped < devices ? `, ${devicesStopped} of them kept out` : '';
  const said = verdictCell({ verdict, isEnforced, failing: [], unknown: [] });
  return `${said}${of}${stopped}`;
}

/** What the help desk reads first: kept out or not, since when, and what time will do. */
export function verdictSentence(found: Said & Pick<ShownVerdict, 'since' | 'next'>): string {
  const { verdict, isEnforced, since, next } = found;
  const now = `${sentence(verdict, isEnforced)} Since ${timeText(since)} UTC.`;
  if (next === null) return now;
  const checks = next.checks.length === 0 ? '' : ` by ${next.checks.join(', ')}`;
  return `${now} If nothing changes: ${PLAIN[next.verdict]}${checks} from ${timeText(next.at)} UTC.`;
}

function sentence(verdict: VerdictName, isEnforced: boolean): string {
  switch (verdict) {
    case 'passed':
      return 'Passes: nothing that is required stands against it.';
    case 'in-grace':
      return 'In grace: let in for now.';
    case 'not-checked':
      return 'Let in, though something required could not be checked.';
    case 'stopped':
      return isEnforced ? 'Kept out.' : 'Let in, because the gate only reports for them; it would be kept out.';
    case 'never-reported':
      return 'Nothing is known: it has never reported.';
    case 'retired':
      return 'Retired: it has to be set up again.';
  }
}

/** What a check that is not passed does. */
export function holdText({ holds, deadline, since }: Omit<UnpassedCheck, 'checkType'>): string {
  const does =
    holds === 'stops' ? 'keeps out' : holds === 'grace' ? `keeps out from ${dayText(deadline ?? null)}` : 'recommended';
  return `${does}, since ${timeText(since)}`;
}
