import * as z from 'zod/mini';
import type { CheckDefinition } from '../definition.ts';

export const automaticUpdatesFactSchema = z.object({
  /** `download-only`: fetches updates, but someone has to install them. */
  state: z.enum(['on', 'download-only', 'off']),
  /** What installs updates, or would: 'unattended-upgrades', 'dnf-automatic'. */
  mechanism: z.string().check(z.maxLength(100)),
  /** What keeps it from working: 'The package unattended-upgrades is not installed'. */
  obstacle: z.optional(z.string().check(z.maxLength(200))),
  /**
   * When updates were last installed with success, as far as the computer keeps that; null when never. Absent where nothing
   * is kept, and in facts of earlier clients: then the settings are all there is.
   */
  lastAt: z.optional(z.nullable(z.iso.datetime())),
  /** Since when they could have been: the computer is that old, or they were set up then. */
  onSince: z.optional(z.nullable(z.iso.datetime())),
  /** How many days may lie between two updates of this system; none when absent. */
  everyDays: z.optional(z.int().check(z.minimum(0), z.maximum(40))),
});
export type AutomaticUpdatesFact = z.infer<typeof automaticUpdatesFactSchema>;

const DAY_MS = 86_400_000;

/** How long updates may not have come, in days. The numbers and their reasons are in ADR 41. */
const USUAL_DAYS = 14;
/** A computer that was off, or without a network, for three weeks has installed nothing meanwhile, and is no bad one. */
const ROOM_DAYS = 21;

const parametersSchema = z.object({
  downloadIsEnough: z._default(z.boolean(), false),
  /** Updates that were last installed longer ago than this are no proof that they are. */
  maximumDays: z._default(z.int().check(z.minimum(1), z.maximum(90)), USUAL_DAYS),
});

export const osAutoUpdateEnable: CheckDefinition<AutomaticUpdatesFact, z.infer<typeof parametersSchema>> = {
  type: 'OsAutoUpdateEnable',
  facts: 'automaticUpdates',
  factSchema: automaticUpdatesFactSchema,
  parameters: parametersSchema,
  judge(fact, { downloadIsEnough, maximumDays }, { now }) {
    const { state, mechanism, obstacle } = fact;
    const wanted = { key: downloadIsEnough ? 'wantedDownloaded' : 'wantedInstalled' };
    const isEnough = state === 'on' || (state === 'download-only' && downloadIsEnough);
    const age = isEnough ? ageOf(fact, maximumDays, now) : 'fresh';
    const items = [
      ...(obstacle === undefined ? [] : [{ label: { key: 'reason' }, value: obstacle }]),
      ...(isEnough && typeof fact.lastAt === 'string' ? [{ label: { key: 'last' }, value: dayOf(fact.lastAt) }] : []),
    ];
    const found = { key: FOUND[state], values: { mechanism } };
    const shown = items.length === 0 ? {} : { items };
    if (age !== 'fresh') {
      const days = daysSince(fact, now);
      const limit = maximumDays + (fact.everyDays ?? 0);
      const long = textsOfAge(fact, days, limit);
      const since = { found: { key: long.found, values: { mechanism, days } }, wanted, ...shown };
      if (age === 'not-known') {
        const description = { key: long.why, values: { days, limit } };
        return { state: 'unknown', reason: 'not-supported', message: { key: 'unknownText' }, description, ...since };
      }
      const message = { key: long.message, values: { days } };
      return { state: 'failed', message, description: { key: 'staleWhy', values: { limit } }, ...since, fix: {} };
    }
    return {
      state: isEnough ? 'passed' : 'failed',
      message: { key: state === 'download-only' && isEnough ? 'on' : state },
      description: { key: isEnough ? 'onWhy' : 'why' },
      found,
      wanted,
      ...shown,
      ...(isEnough ? {} : { fix: {} }),
    };
  },
  moments({ lastAt, onSince, everyDays = 0 }, { maximumDays }) {
    if (typeof (lastAt ?? onSince) !== 'string') return [];
    const from = Date.parse(lastAt ?? onSince ?? '');
    const longest = maximumDays + everyDays;
    return [from - DAY_MS, from + longest * DAY_MS + 1, from + (longest + ROOM_DAYS) * DAY_MS + 1];
  },
  texts: {
    wantedDownloaded: 'Downloaded by themselves',
    wantedInstalled: 'Installed by themselves',
    foundOn: 'On ({mechanism})',
    foundDownloadOnly: 'Download only ({mechanism})',
    foundOff: 'Off ({mechanism})',
    foundStale: 'Last installed {days} days ago ({mechanism})',
    foundNever: 'Set up, nothing installed yet ({mechanism})',
    foundAhead: 'Last installed in the future ({mechanism})',
    reason: 'Reason',
    last: 'Last installed',
    scanText: 'Automatic updates are on',
    unknownText: 'Automatic updates',
    on: 'Automatic updates are on',
    onWhy: 'Security holes are closed within days of their discovery.',
    off: 'Automatic updates are turned off',
    'download-only': 'Updates are downloaded, but not installed',
    stale: 'Updates were last installed {days} days ago',
    never: 'No updates have been installed for {days} days',
    staleWhy:
      'Your company asks for {limit} days or less. Leave the computer on and connected for a day. If that changes nothing, tell your I.T. department.',
    lateWhy:
      'Updates were last installed {days} days ago; your company asks for {limit} days or less. If the computer was off, leave it on and connected for a day. If it was not, tell your I.T. department.',
    notYetWhy:
      'Automatic updates are set up, but have installed nothing yet. Leave the computer on and connected for a day, then check again.',
    aheadWhy: 'By this computer, updates were last installed in the future. Set its clock right, then check again.',
    why: 'Updates close security holes, usually within days of their discovery.',
  },
  helpArticle: 'os-auto-update-enable',
  fixableOn: ['linux', 'macos', 'windows'],
};

const FOUND = { on: 'foundOn', 'download-only': 'foundDownloadOnly', off: 'foundOff' } as const;

/**
 * How much the last success proves. None yet counts from when there could have been one, but proves nothing.
 */
function ageOf(
  { lastAt, onSince, everyDays = 0 }: AutomaticUpdatesFact,
  maximumDays: number,
  now: Date,
): 'fresh' | 'not-known' | 'old' {
  if (lastAt === undefined) return 'fresh';
  const from = lastAt ?? onSince ?? null;
  if (from === null) return 'not-known';
  const days = (now.getTime() - new Date(from).getTime()) / DAY_MS;
  // The clock of this computer runs ahead of the server's, or did then.
  if (days < -1) return 'not-known';
  const longest = maximumDays + everyDays;
  if (days <= longest) return lastAt === null ? 'not-known' : 'fresh';
  return days <= longest + ROOM_DAYS ? 'not-known' : 'old';
}

function daysSince({ lastAt, onSince }: AutomaticUpdatesFact, now: Date): number {
  const from = lastAt ?? onSince ?? null;
  return from === null ? 0 : Math.floor((now.getTime() - new Date(from).getTime()) / DAY_MS);
}

/** What is said where the last success is no proof. */
function textsOfAge({ lastAt }: AutomaticUpdatesFact, days: number, limit: number) {
  if (days < -1) return { message: 'never', found: 'foundAhead', why: 'aheadWhy' };
  if (typeof lastAt !== 'string') return { message: 'never', found: 'foundNever', why: 'notYetWhy' };
  return { message: 'stale', found: 'foundStale', why: days >= limit ? 'lateWhy' : 'notYetWhy' };
}

function dayOf(moment: string): string {
  return moment.slice(0, 10);
}
