import { compareVersions } from '../version-number.ts';
import { ANY_VERSION, type Lifecycle, NOT_ACCEPTED, type OwnRelease } from './lifecycle.ts';
import { tooOldFrom } from './which-lifecycle.ts';
import { windowsEditionOf } from './windows-edition.ts';

const DAY_MS = 86_400_000;

/** What is known of a computer's release on a day. */
export type Support =
  /** Gets security updates until a day; null: for ever. */
  | { readonly is: 'supported'; readonly until: string | null }
  /** The last day lies behind; null: before all releases that are listed. */
  | { readonly is: 'ended'; readonly on: string | null }
  /** The last day lies behind for those who do not pay. */
  | { readonly is: 'paid-only'; readonly since: string }
  /** The company itself says so; null: at all, else after a day. */
  | { readonly is: 'not-accepted'; readonly after: string | null }
  | { readonly is: 'not-known'; readonly why: 'version' | 'release' | 'edition' | 'forecast' | 'age' };

interface System {
  readonly family: 'windows' | 'macos' | 'linux';
  readonly id: string;
  readonly version: string | null;
  /** The last day, as the maker's own file on the computer says. */
  readonly supportEnd?: string | undefined;
}

interface Asked {
  readonly lifecycle: Lifecycle;
  readonly now: Date;
  /** After that many days the data proves no support any more. */
  readonly maximumAgeDays: number;
  /** Systems for which the company pays for more. */
  readonly paidFor: readonly string[];
}

/** What the makers say: the list, and of what the list does not know, the maker's own file on the computer. */
export function supportOf(system: System, asked: Asked): Support {
  const listed = listedSupportOf(system, asked);
  const { supportEnd: end } = system;
  if (listed.is !== 'not-known' || end === undefined) return listed;
  return dayOf(asked.now) <= end ? { is: 'supported', until: end } : { is: 'ended', on: end };
}

/** What had ended when the data was written has ended, however old the data is. Of a system on no list nothing is known. */
function listedSupportOf(system: System, { lifecycle, now, maximumAgeDays, paidFor }: Asked): Support {
  const name = nameOf(system);
  const listed = lifecycle.releases.filter((release) => release.system === name);
  if (name === null || listed.length === 0) return { is: 'not-known', why: 'release' };
  if (system.version === null && !listed.some(({ version }) => version === ANY_VERSION)) {
    return { is: 'not-known', why: 'version' };
  }
  const matching = closest(listed, system.version);
  if (matching.length === 0) {
    const isOlder = listed.every(({ version }) => isBefore(system.version, version));
    return isOlder ? { is: 'ended', on: null } : { is: 'not-known', why: 'release' };
  }
  const today = dayOf(now);
  const { asOf } = lifecycle;
  const release = matching.find((one) => one.edition === undefined || one.edition === editionOf(system));
  if (release === undefined) {
    // Nothing is known of this edition; but what had ended for every one has ended for it.
    const last = matching.map((one) => one.paidUntil ?? one.until).toSorted(latestFirst)[0] ?? null;
    return last !== null && last < asOf ? { is: 'ended', on: last } : { is: 'not-known', why: 'edition' };
  }
  const isOld = today >= tooOldFrom(lifecycle, maximumAgeDays);
  const end = paidFor.includes(release.system) ? (release.paidUntil ?? release.until) : release.until;
  if (end === null || today <= end) {
    return isOld ? { is: 'not-known', why: 'age' } : { is: 'supported', until: end };
  }
  if (release.isForecast === true) return { is: 'not-known', why: 'forecast' };
  if (isOld && end >= asOf) return { is: 'not-known', why: 'age' };
  const paidUntil = release.paidUntil ?? end;
  return paidUntil > end && today <= paidUntil ? { is: 'paid-only', since: end } : { is: 'ended', on: end };
}

/** What a company says itself of a release. @returns null when it says nothing of it */
export function ownSupportOf(system: System, own: readonly OwnRelease[], now: Date): Support | null {
  const edition = editionOf(system);
  const listed = own.filter(
    (release) => release.system === nameOf(system) && (release.edition === undefined || release.edition === edition),
  );
  const matching = closest(listed, system.version);
  const release = matching.find((one) => one.edition !== undefined) ?? matching[0];
  if (release === undefined) return null;
  const { until } = release;
  if (until === NOT_ACCEPTED) return { is: 'not-accepted', after: null };
  return until === null || dayOf(now) <= until ? { is: 'supported', until } : { is: 'not-accepted', after: until };
}

/** The first moments of the days on which what is known of a release may change. */
export function supportMoments(
  system: System,
  own: readonly OwnRelease[],
  { lifecycle, maximumAgeDays }: Pick<Asked, 'lifecycle' | 'maximumAgeDays'>,
): readonly number[] {
  const name = nameOf(system);
  const ofSystem = <Row extends { readonly system: string; readonly version: string }>(rows: readonly Row[]) =>
    closest(
      rows.filter((release) => release.system === name),
      system.version,
    );
  const last = [
    system.supportEnd,
    ...ofSystem(own).map(({ until }) => (until === NOT_ACCEPTED ? null : until)),
    ...ofSystem(lifecycle.releases).flatMap(({ until, paidUntil }) => [until, paidUntil]),
  ].flatMap((day) => (typeof day === 'string' ? [Date.parse(day) + DAY_MS] : []));
  return [...last, Date.parse(tooOldFrom(lifecycle, maximumAgeDays))];
}

/** Null for a Linux that calls itself Windows. */
function nameOf({ family, id }: System): string | null {
  if (family !== 'linux') return family;
  return id === 'windows' || id === 'macos' ? null : id;
}

function editionOf({ family, id }: System) {
  return family === 'windows' ? windowsEditionOf(id) : null;
}

/** The rows whose version fits, and of them those that say most. */
function closest<Row extends { readonly version: string }>(rows: readonly Row[], version: string | null): Row[] {
  const lengthOf = (row: Row) => (row.version === ANY_VERSION ? 0 : row.version.split('.').length);
  const fitting = rows.filter((row) => fits(row.version, version));
  const longest = Math.max(...fitting.map(lengthOf));
  return fitting.filter((row) => lengthOf(row) === longest);
}

/** Whether a version begins with these numbers: 24.4 is 24.04, and 9 is no beginning of 91. */
function fits(named: string, version: string | null): boolean {
  if (named === ANY_VERSION) return true;
  if (version === null) return false;
  const length = named.split('.').length;
  const parts = version.split('.');
  return parts.length >= length && compareVersions(named, parts.slice(0, length).join('.')) === 0;
}

/** Whether a version is older in the numbers that it has: 15 is not older than 15.1, as it may be any of 15. */
function isBefore(version: string | null, other: string): boolean {
  if (version === null) return false;
  const beginning = other.split('.').slice(0, version.split('.').length).join('.');
  return (compareVersions(version, beginning) ?? 0) < 0;
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Null, which is never, comes first. */
function latestFirst(left: string | null, right: string | null): number {
  if (left === right) return 0;
  return left === null || (right !== null && left > right) ? -1 : 1;
}
