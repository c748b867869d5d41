import { say } from '@vestibule/contracts';
import { readFileFacts } from '../linux/file-facts.ts';
import { isScratch } from '../linux/systemd.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import {
  type AptConfiguration,
  type AptSettings,
  daysBetweenRuns,
  hasOtherPlaces,
  isAptConfigurationFile,
  isPeriodicOn,
  parseAptConfiguration,
  parseAptLists,
} from './apt-configuration.ts';
import { type AptLists, distributionOf, isAllowed } from './apt-origins.ts';
import { isMissing, keepsAway, readPins } from './apt-pins.ts';
import { hasMain, isSecurity, readReleases, readSources, type Release } from './apt-releases.ts';
import type { AutomaticUpdatesFact } from './definition.ts';
import { findOwnJob, type OwnJob } from './own-job.ts';
import { findOwnTimer } from './own-timer.ts';
import { latest, timerObstacle } from './timers.ts';
import { findObstacleOfHooks } from './apt-hooks.ts';
import { arePackagesOwn } from './package-files.ts';
import { findObstacleOfUpgrader, UPGRADER } from './upgrader.ts';
import { listIfThere, readIfThere } from '../linux/if-there.ts';

export const APT_FOLDER = '/etc/apt/apt.conf.d';
export const APT_FILE = '/etc/apt/apt.conf';
export const APT_TIMERS = ['apt-daily.timer', 'apt-daily-upgrade.timer'] as const;
export const APT_SERVICES: readonly string[] = ['apt-daily.service', 'apt-daily-upgrade.service'];
export const APT_MECHANISM = 'unattended-upgrades';

/** Longer than this apart, and a hole stays open although everything runs. */
const LONGEST_DAYS = 7;

/** What both services start: it reads the settings, and starts what installs. */
const PERIODIC_JOB = '/usr/lib/apt/apt.systemd.daily';

const TIMEOUT_MS = 5000;
const DAY_MS = 86_400_000;
const PERIODIC = '/var/lib/apt/periodic';
/** Its own: the one of the job next to it is renewed as well where it found no reason to run, as on battery. */
const RUNS = [`${PERIODIC}/unattended-upgrades-stamp`];
const DOWNLOADS = [`${PERIODIC}/download-upgradeable-stamp`];
/** Of Ubuntu alone. The stamp that is everywhere is renewed without a network as well. */
const LOOKS = [`${PERIODIC}/update-success-stamp`];
const MACHINE_ID = '/etc/machine-id';
/** What changes when someone sets updates up. */
const SET_UP = [APT_FOLDER, `${APT_FOLDER}/20auto-upgrades`, '/var/lib/dpkg/info/unattended-upgrades.list'];

/** Archives of security updates as the big distributions call themselves; what is made from them uses theirs. */
const OWN_ORIGINS = ['Debian', 'Ubuntu', 'Raspbian'];
const WITH_SECURITY = ['debian', 'ubuntu', 'linuxmint', 'pop', 'elementary', 'zorin', 'neon', 'raspbian', 'tuxedo'];

/** What is only fetched is fetched from everywhere. */
const EVERYTHING: AptLists = new Map([['unattended-upgrade::origins-pattern', ['origin=*']]]);

const OTHER_PLACES = {
  ok: false,
  reason: 'not-supported',
  detail: say('APT keeps its sources or lists in another place than usual.'),
} as const satisfies Outcome<never>;

/** Automatic updates of Debian, Ubuntu and what is made from them. */
export async function readApt(system: SystemPort): Promise<Outcome<AutomaticUpdatesFact>> {
  const settings = await readSettings(system);
  if (!settings.ok) return settings;
  const ofPackages = await readJobsOfPackages(system, settings.value);
  if (isScratch(system) || !ofPackages.ok || ofPackages.value.state !== 'off') return ofPackages;
  const ofCron = await findOwnJob(system);
  const own = ofCron.ok && ofCron.value === null ? await findOwnTimer(system) : ofCron;
  if (!own.ok) return ['not-supported', 'tool-missing'].includes(own.reason) ? ofPackages : own;
  return own.value === null ? ofPackages : readOwnJob(system, settings.value, own.value);
}

async function readJobsOfPackages(
  system: SystemPort,
  { values, lists }: AptSettings,
): Promise<Outcome<AutomaticUpdatesFact>> {
  const state = stateOf(values);
  const mechanism = APT_MECHANISM;
  if (state === 'off') return { ok: true, value: { state, mechanism } };
  // Nothing runs below another root folder, so there the settings are all there is.
  if (isScratch(system)) return { ok: true, value: { state, mechanism } };
  if (hasOtherPlaces(values)) return OTHER_PLACES;
  const [found, archive] = await Promise.all([
    findObstacle(system, { values, lists }, state),
    findArchive(system, values, state === 'on' ? lists : EVERYTHING),
  ]);
  if (!found.ok) return found;
  if (found.value !== null) return { ok: true, value: { state: 'off', mechanism, obstacle: found.value } };
  if (!archive.ok) return archive;
  if (typeof archive.value === 'string') {
    return { ok: true, value: { state: 'off', mechanism, obstacle: archive.value } };
  }
  const proof = await readProof(system, archive.value, state);
  return proof.ok ? { ok: true, value: { state, mechanism, ...proof.value } } : proof;
}

/** A job of the company's own: the same program, lists and archives, and a success since the job is what it is. */
async function readOwnJob(
  system: SystemPort,
  { values, lists }: AptSettings,
  job: OwnJob,
): Promise<Outcome<AutomaticUpdatesFact>> {
  if (hasOtherPlaces(values)) return OTHER_PLACES;
  if (!job.isRecorded) {
    const detail = say('There is no record that Workplace reads of the updates that {path} installs.', {
      path: job.path,
    });
    return { ok: false, reason: 'unexpected-output', detail };
  }
  const mechanism = `${APT_MECHANISM}, ${job.path}`.slice(0, 100);
  const found = await findObstacleOfUpgrader(system, { values, lists });
  if (!found.ok) return found;
  if (found.value !== null) return { ok: true, value: { state: 'off', mechanism, obstacle: found.value } };
  const archive = await findArchive(system, values, lists);
  if (!archive.ok) return archive;
  if (typeof archive.value === 'string') {
    return { ok: true, value: { state: 'off', mechanism, obstacle: archive.value } };
  }
  const proof = await readProof(system, archive.value, 'on', job.since);
  return proof.ok ? { ok: true, value: { state: 'on', mechanism, ...proof.value } } : proof;
}

function stateOf(settings: AptConfiguration): AutomaticUpdatesFact['state'] {
  const isOn = (name: string) => isPeriodicOn(settings.get(`apt::periodic::${name}`));
  // Without a setting the jobs run; APT::Periodic::Enable "0" turns all of them off.
  if (settings.has('apt::periodic::enable') && !isOn('enable')) return 'off';
  if (!isOn('update-package-lists')) return 'off';
  if (isOn('unattended-upgrade')) return 'on';
  return isOn('download-upgradeable-packages') ? 'download-only' : 'off';
}

/** Asks apt-config, which knows every include. It cannot look below another root folder: there the files answer. */
async function readSettings(system: SystemPort): Promise<Outcome<AptSettings>> {
  if (!isScratch(system)) {
    const dump = await system.run({ tool: 'apt-config', arguments: ['dump'], timeoutMs: TIMEOUT_MS });
    if (!dump.ok) return dump;
    const { code, stdout, stderr } = dump.value;
    if (code !== 0) return { ok: false, reason: 'unexpected-output', detail: `apt-config: ${stderr.trim()}` };
    // It warns of a file that it may not read, and goes on without it.
    if (/Unable to read|Permission denied/.test(stderr)) {
      return { ok: false, reason: 'access-denied', detail: `apt-config: ${stderr.trim()}` };
    }
    return { ok: true, value: { values: parseAptConfiguration(stdout), lists: parseAptLists(stdout) } };
  }
  const folder = await listIfThere(system, APT_FOLDER);
  if (!folder.ok) return folder;
  const names = folder.value.filter(isAptConfigurationFile);
  const values: AptConfiguration = new Map();
  for (const path of [...names.map((name) => `${APT_FOLDER}/${name}`), APT_FILE]) {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    if (file.value !== null) parseAptConfiguration(file.value, values);
  }
  return { ok: true, value: { values, lists: new Map() } };
}

/** What keeps the settings from having an effect; null when nothing is known to. */
async function findObstacle(
  system: SystemPort,
  { values, lists }: AptSettings,
  state: AutomaticUpdatesFact['state'],
): Promise<Outcome<string | null>> {
  const jobs = ['update-package-lists', state === 'on' ? 'unattended-upgrade' : 'download-upgradeable-packages'];
  const days = Math.max(...jobs.map((job) => daysBetweenRuns(values.get(`apt::periodic::${job}`) ?? '') ?? 0));
  if (days > LONGEST_DAYS) return obstacle(`They run only every ${Math.round(days)} days`);
  const [found, own, ofTimers] = await Promise.all([
    state === 'on' ? findObstacleOfUpgrader(system, { values, lists }) : findObstacleOfHooks(system, values, lists),
    arePackagesOwn(system, [
      ['apt', PERIODIC_JOB],
      ['apt', '/usr/bin/apt-get'],
    ]),
    timerObstacle(system, {
      timers: APT_TIMERS,
      services: APT_SERVICES,
      withoutSystemd: '/etc/cron.daily/apt-compat',
    }),
  ]);
  if (!found.ok || found.value !== null) return found;
  return own.ok ? ofTimers : own;
}

/**
 * The archives that security updates come from, of those that are set up and whose packages are installed.
 * @returns a text when there are none
 */
async function findArchive(
  system: SystemPort,
  values: AptConfiguration,
  lists: AptLists,
): Promise<Outcome<readonly Release[] | string>> {
  const sources = await readSources(system);
  if (!sources.ok) return sources;
  if (sources.value.length === 0) return { ok: true, value: 'No source of updates is set up' };
  const os = await system.readFile('/etc/os-release');
  if (!os.ok) return { ok: false, reason: 'unexpected-output', detail: os.detail };
  const distribution = distributionOf(os.value);
  const isRolling = distribution.release === '';
  const needsSecurity = WITH_SECURITY.includes(distribution.id.toLowerCase()) && !isRolling;
  const taken = needsSecurity ? sources.value.filter(hasMain) : sources.value;
  if (needsSecurity && !taken.some(({ suite }) => /(?:^|[-/])security$|\/updates$/.test(suite))) {
    return { ok: true, value: 'No source of security updates is set up' };
  }
  const releases = await readReleases(system, taken);
  if (!releases.ok) return releases;
  const fitting = needsSecurity ? releases.value.filter(isSecurity) : releases.value;
  const own = fitting.filter(({ origin }) => OWN_ORIGINS.includes(origin));
  const candidates = own.length > 0 ? own : fitting;
  if (candidates.length === 0) {
    return {
      ok: false,
      reason: 'not-supported',
      detail: say('Nothing has been fetched from the sources of updates yet.'),
    };
  }
  const pins = await readPins(system);
  if (!pins.ok) return pins;
  const ranks = { pins: pins.value, chosen: values.get('apt::default-release') ?? '' };
  if (isMissing(ranks, releases.value, distribution)) {
    const isSure = releases.value.length >= taken.length && taken.every(({ components }) => components.length > 0);
    if (isSure)
      return {
        ok: true,
        value: say('APT prefers a release that no source has: {name}', { name: ranks.chosen.slice(0, 40) }),
      };
    return {
      ok: false,
      reason: 'unexpected-output',
      detail: say('APT prefers a release that no source seems to have.'),
    };
  }
  const answers = candidates.map((release) => {
    const isAway = keepsAway(ranks, release, releases.value, distribution);
    if (isAway === true) return false;
    return isAway === null ? null : isAllowed(release, lists, distribution);
  });
  const allowed = candidates.filter((_, at) => answers[at] === true);
  if (allowed.length > 0) return { ok: true, value: allowed };
  if (answers.includes(null)) {
    return { ok: false, reason: 'unexpected-output', detail: say('Which updates are installed is not understood.') };
  }
  return { ok: true, value: 'Security updates are not among those that are installed' };
}

/**
 * When updates were last fetched and installed with success, and since when that could have been.
 * @param since an earlier success is another job's
 */
async function readProof(
  system: SystemPort,
  archives: readonly Release[],
  state: AutomaticUpdatesFact['state'],
  since: Date | null = null,
): Promise<Outcome<Pick<AutomaticUpdatesFact, 'lastAt' | 'onSince'>>> {
  const files = await readFileFacts(system, [...RUNS, ...DOWNLOADS, ...LOOKS, ...SET_UP, MACHINE_ID]);
  if (!files.ok) return files;
  const changed = (paths: readonly string[]) => paths.map((path) => files.value.get(path)?.modifiedAt ?? null);
  const newest = state === 'on' ? latest(changed(RUNS)) : latest(changed(DOWNLOADS));
  const ran = newest !== null && since !== null && newest <= since ? null : newest;
  const looked = latest([...changed(LOOKS), ...archives.map(({ date }) => date)]);
  // A run in a time to come proves nothing, whatever was fetched before.
  const isAhead = ran !== null && ran.getTime() > system.now().getTime() + DAY_MS;
  const lastAt = ran === null || looked === null ? null : ran < looked || isAhead ? ran : looked;
  const machine = files.value.get(MACHINE_ID);
  const onSince = latest([machine?.bornAt ?? machine?.modifiedAt ?? null, since, ...changed(SET_UP)]);
  return { ok: true, value: { lastAt: lastAt?.toISOString() ?? null, onSince: onSince?.toISOString() ?? null } };
}

function obstacle(text: string): Outcome<string> {
  return { ok: true, value: text };
}

/** @returns null where no package system tells, as below a scratch folder */
export async function isUpgraderInstalled(system: SystemPort): Promise<boolean | null> {
  const packages = await system.listFolder('/var/lib/dpkg');
  if (!packages.ok) return null;
  const program = await readIfThere(system, UPGRADER);
  return program.ok ? program.value !== null : null;
}
