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
    if (age === 'not-known') {
      const reason = 'not-supported';
      const text = { message: { key: 'unknownText' }, description: { key: 'notYetWhy' } };
      return { state: 'unknown', reason, ...text, found, wanted, ...shown };
    }
    if (age === 'old') {
      const text = { message: { key: 'stale' }, description: { key: 'why' } };
      return {
        state: 'failed',
        ...text,
        found: { key: 'foundStale', values: { mechanism } },
        wanted,
        ...shown,
        fix: {},
      };
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
    foundStale: 'Not installed for long ({mechanism})',
    reason: 'Reason',
    last: 'Last installed',
    scanText: 'Automatic updates are on',
    unknownText: 'Automatic updates',
    on: 'Automatic updates are on',
    onWhy: 'Security holes are closed within days of their discovery.',
    off: 'Automatic updates are turned off',
    'download-only': 'Updates are downloaded, but not installed',
    stale: 'Updates have not been installed for long',
    notYetWhy:
      'Automatic updates are set up, but have not run lately: the computer may be new, or was off. They run by themselves within a day.',
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

function dayOf(moment: string): string {
  return moment.slice(0, 10);
}
