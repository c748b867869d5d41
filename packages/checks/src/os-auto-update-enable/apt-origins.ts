import { globOf } from '../linux/glob.ts';
import type { Release } from './apt-releases.ts';

/** Settings of APT that are lists, in their order: 'unattended-upgrade::origins-pattern' and the like, in lower case. */
export type AptLists = ReadonlyMap<string, readonly string[]>;

/** What unattended-upgrades puts in for `${…}`. */
export interface Distribution {
  readonly id: string;
  readonly codename: string;
  readonly release: string;
}

/** Names that distributions give themselves, where that is not their id with a capital. */
const NAMES: Readonly<Record<string, string>> = {
  linuxmint: 'Linuxmint',
  pop: 'Pop',
  neon: 'neon',
  elementary: 'elementary',
};

export function distributionOf(release: string): Distribution {
  const field = (name: string) => new RegExp(`^${name}=["']?(.*?)["']?\\s*$`, 'm').exec(release)?.[1] ?? '';
  const id = field('ID').toLowerCase();
  const name = NAMES[id] ?? `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`;
  return { id: name, codename: field('VERSION_CODENAME'), release: field('VERSION_ID') };
}

/**
 * Whether unattended-upgrades takes what comes from an archive.
 * @returns null where a pattern is one that it would stumble over, or that is not understood
 */
export function isAllowed(release: Release, lists: AptLists, distribution: Distribution): boolean | null {
  const patterns = [
    ...(lists.get('unattended-upgrade::allowed-origins') ?? []).map(patternOfOrigin),
    ...(lists.get('unattended-upgrade::origins-pattern') ?? []),
  ];
  const answers = patterns.map((pattern) => (pattern === null ? null : matches(pattern, release, distribution)));
  return answers.includes(null) ? null : answers.includes(true);
}

/** 'Debian:stable-security' and 'Debian stable-security' in the newer form. */
function patternOfOrigin(text: string): string | null {
  const parts = /(?<!\\):/.test(text) ? text.split(/(?<!\\):/) : text.trim().split(/\s+/);
  const [origin, suite] = parts.map((part) =>
    part.replaceAll(String.raw`\:`, ':').replaceAll(/(?<!\\),/g, String.raw`\,`),
  );
  return parts.length === 2 && origin !== undefined && suite !== undefined ? `o=${origin},a=${suite}` : null;
}

/** @returns null where a part of the pattern is not understood */
export function matches(pattern: string, release: Release, distribution: Distribution): boolean | null {
  if (pattern.trim() === '') return false;
  let isMatch = true;
  for (const token of pattern.replaceAll(String.raw`\,`, '%2C').split(',')) {
    const [name = '', value, more] = token.split('=').map((part) => part.trim().replaceAll('%2C', ','));
    const fields = fieldsOf(release, name);
    const wanted = value === undefined ? null : substitute(value, distribution);
    if (fields === null || wanted === null || more !== undefined) return null;
    const glob = globOf(wanted);
    isMatch &&= fields.some((field) => glob.test(field));
  }
  return isMatch;
}

function fieldsOf(release: Release, name: string): readonly string[] | null {
  switch (name) {
    case 'o':
    case 'origin':
      return [release.origin];
    case 'l':
    case 'label':
      return [release.label];
    case 'a':
    case 'suite':
    case 'archive':
      return [release.suite];
    case 'n':
    case 'codename':
      return [release.codename];
    case 'c':
    case 'component':
      return release.components;
    case 'site':
      return [release.site];
    default:
      return null;
  }
}

function substitute(value: string, { id, codename, release }: Distribution): string | null {
  const named: Readonly<Record<string, string>> = { distro_id: id, distro_codename: codename, distro_release: release };
  const filled = value.replaceAll(
    /\$\{(\w+)\}|\$(\w+)/g,
    (whole, inBraces?: string, plain?: string) => named[inBraces ?? plain ?? ''] ?? whole,
  );
  return filled.includes('$') ? null : filled;
}

/** Packages that every system of the family has, or may have: who leaves out most of them leaves out everything. */
export const PROBES = [
  ...['apt', 'bash', 'coreutils', 'curl', 'dpkg', 'firefox', 'libc6', 'libssl3', 'linux-image-amd64', 'openssl'],
  ...['openssh-client', 'passwd', 'perl-base', 'python3', 'sudo', 'systemd', 'util-linux', 'vim', 'xz-utils', 'zlib1g'],
];

/**
 * Whether lists of names leave out most packages: a black list of nearly everything, or a white one of little.
 * @returns null where a name is an expression that is not understood
 */
export function leavesOutMost(lists: AptLists): boolean | null {
  const black = expressionsOf(lists.get('unattended-upgrade::package-blacklist') ?? []);
  const white = expressionsOf(lists.get('unattended-upgrade::package-whitelist') ?? []);
  if (black === null || white === null) return null;
  const left = PROBES.filter(
    (name) => !black.some((one) => one.test(name)) && (white.length === 0 || white.some((one) => one.test(name))),
  );
  return left.length < PROBES.length / 2;
}

/** As unattended-upgrades names days, in English; in the language of the system it takes others too. */
const DAYS = /^(?:[0-6]|Sun(?:day)?|Mon(?:day)?|Tue(?:sday)?|Wed(?:nesday)?|Thu(?:rsday)?|Fri(?:day)?|Sat(?:urday)?)$/;

/**
 * Whether a day comes on which they run. A name without a letter is that of a day in no language, and none but the numbers
 * above is the number of one.
 * @returns null where days are named and none of them is known to be one
 */
export function runsOnSomeDay(lists: AptLists): boolean | null {
  const days = lists.get('unattended-upgrade::update-days') ?? [];
  if (days.length === 0 || days.some((day) => DAYS.test(day))) return true;
  return days.some((day) => day.trim() === '' || /\p{L}/u.test(day)) ? null : false;
}

/** Python's `re.match`: from the beginning, and as far as it goes. */
function expressionsOf(texts: readonly string[]): readonly RegExp[] | null {
  try {
    return texts.map((text) => new RegExp(`^(?:${text})`, 'u'));
  } catch {
    return null;
  }
}
