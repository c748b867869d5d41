import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { clientUpdateCall, type UpdateChannel } from '@vestibule/contracts';
import { compareVersions } from '@vestibule/policy';
import type { Web } from '../network/web.ts';
import { readProvisioning } from '../state/provisioning.ts';
import { syncFolder } from '../system/atomic-file.ts';
import { isProtectedPath, type Program } from '../system/program.ts';
import { CLIENT_VERSION } from '../version.ts';
import { channelsOf, type Choice, chooseUpdate } from './choose-update.ts';
import { findOwn, prepareProtected, ROOTS_ENVIRONMENT } from './find-place.ts';
import { stageVersion } from './stage.ts';
import { tellBrowsers, testLauncher, testVersion } from './self-test.ts';
import { pointTo, readUpdateMemory, updateLayout, type UpdateLayout, writeUpdateMemory } from './update-layout.ts';
import { whileLocked } from './update-lock.ts';

export type UpdateResult =
  | {
      readonly kind: 'updated';
      readonly version: string;
      readonly downloadedBytes: number;
      /** Why browsers still know what the version before told them; left out when they know the new one's. */
      readonly untold?: string;
    }
  /** Staged, compared and tested; then thrown away. */
  | { readonly kind: 'would-update'; readonly version: string; readonly downloadedBytes: number }
  | { readonly kind: 'available'; readonly version: string }
  | { readonly kind: 'current'; readonly offered: string | null }
  /** Not for this installation to do: it runs from its sources, or its package's own means update it. */
  | { readonly kind: 'not-here'; readonly detail: string }
  | { readonly kind: 'busy' }
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string }
  | { readonly kind: 'unreachable'; readonly detail: string }
  /** It was taken back: this computer runs what it ran before. */
  | { readonly kind: 'failed'; readonly version: string; readonly detail: string };

export interface UpdateTools {
  readonly program: Program;
  readonly web: Web;
  readonly channel: UpdateChannel;
  /** As `process.platform` and `process.arch` say it. */
  readonly platform: string;
  readonly now: () => Date;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** user: what this person installed; machine: what is for everyone here and only root can write to, by root. */
  readonly scope: 'user' | 'machine';
  /** The options that tell this installation from the usual one, for the new version to be started with. */
  readonly ownOptions: readonly string[];
  /** check: only look; dry-run: everything but the switch. */
  readonly mode: 'check' | 'dry-run' | 'update';
}

type Update = Extract<Choice, { kind: 'update' }>;
type Ready = UpdateTools & { readonly layout: UpdateLayout; readonly origin: string };

/**
 * Brings this installation to the version that the company offers. Nothing that runs is touched: the new version lies in
 * a folder of its own, is compared with the signed manifest and started once before it counts, and counts by one rename.
 * Whenever this ends, also by a power cut, the launcher starts a version that works.
 */
export async function update(tools: UpdateTools): Promise<UpdateResult> {
  const { program } = tools;
  const layout = updateLayout(program);
  if (layout === null) return { kind: 'not-here', detail: 'This client runs from its sources.' };
  const provisioning = await readProvisioning(program);
  const origin = provisioning.state === 'read' ? provisioning.value.portals[0]?.origin : undefined;
  const keys = provisioning.state === 'read' ? (provisioning.value.updateKeys ?? []) : [];
  if (origin === undefined || keys.length === 0) {
    return { kind: 'not-here', detail: 'This package was made without keys for updates: install a newer package.' };
  }
  const place = tools.scope === 'machine' ? await prepareProtected(program, layout) : await findOwn(program, layout);
  if (!place.ok) return { kind: 'not-here', detail: place.detail };
  const ready = { ...tools, layout, origin, ...(tools.scope === 'machine' && { environment: ROOTS_ENVIRONMENT }) };
  const updated = await whileLocked(layout, async () => {
    const offers = await Promise.all(channelsOf(tools.channel).map((channel) => look(ready, channel, keys)));
    return decide(ready, offers);
  });
  return updated ?? { kind: 'busy' };
}

type Offer = Choice | { readonly kind: 'none' } | { readonly kind: 'unreachable'; readonly detail: string };

async function look(
  { web, origin, layout, platform, now }: Ready,
  channel: UpdateChannel,
  keys: Parameters<typeof chooseUpdate>[1]['keys'],
): Promise<Offer> {
  const path = clientUpdateCall.path.replace('{channel}', channel);
  const answer = await web.call('GET', new URL(path, origin));
  if (!answer.ok) return { kind: 'unreachable', detail: answer.detail };
  if (answer.status === 404) return { kind: 'none' };
  if (answer.status !== 200) return { kind: 'unreachable', detail: `${origin} answered ${answer.status}.` };
  const memory = await readUpdateMemory(layout);
  return chooseUpdate(answer.body, { keys, channel, version: CLIENT_VERSION, platform, memory, now: now() });
}

/** The newest of what the channels offer; where one cannot be believed, nothing is done at all. */
async function decide(ready: Ready, offers: readonly Offer[]): Promise<UpdateResult> {
  for (const offer of offers) {
    if (offer.kind === 'unreachable') return offer;
    if (offer.kind === 'refused') return { ...offer, detail: REFUSALS[offer.code] };
  }
  const newestFirst = offers
    .flatMap((offer) => ('manifest' in offer ? [offer] : []))
    .toSorted((left, right) => compareVersions(right.manifest.version, left.manifest.version));
  const best = newestFirst[0];
  if (best === undefined) return { kind: 'current', offered: null };
  const { version, issuedAt, channel } = best.manifest;
  switch (best.kind) {
    case 'current':
      if (ready.mode === 'update') await catchUp(ready);
      return { kind: 'current', offered: version };
    case 'failed-before':
      return {
        kind: 'failed',
        version,
        detail: 'It did not start on this computer before. A newer one will be tried.',
      };
    case 'other-platforms':
      return { kind: 'not-here', detail: `Version ${version} is not offered for this kind of computer.` };
    case 'update': {
      if (ready.mode === 'check') return { kind: 'available', version };
      const memory = await readUpdateMemory(ready.layout);
      await writeUpdateMemory(ready.layout, { ...memory, issuedAt: { ...memory.issuedAt, [channel]: issuedAt } });
      return take(ready, best);
    }
    default:
      return best satisfies never;
  }
}

const REFUSALS = {
  malformed: 'What the server offers is no update.',
  altered: 'The update is not signed by a key that this package believes. Nothing was changed; tell your support.',
  'wrong-channel': 'The server offers an update of another channel.',
  over: 'What the server offers is too old to be believed.',
  replayed: 'The server offers something older than it did before. Nothing was changed; tell your support.',
} as const;

async function take(ready: Ready, { manifest: { version }, files }: Update): Promise<UpdateResult> {
  const { layout, web, origin, environment, mode, now, scope } = ready;
  await removeLeftovers(layout, now());
  const staging = join(layout.versions, `${STAGING}${version}`);
  const staged = await stageVersion(staging, files, { web, from: origin, known: layout.running });
  if (!staged.ok) {
    await rm(staging, { recursive: true, force: true });
    return staged.code === 'unreachable'
      ? { kind: 'unreachable', detail: staged.detail }
      : { kind: 'refused', code: staged.code, detail: staged.detail };
  }
  if (scope === 'machine' && !files.every(({ path }) => isProtectedPath(join(staging, path)))) {
    await rm(staging, { recursive: true, force: true });
    return { kind: 'refused', code: 'unprotected', detail: 'Others than root could write to what was downloaded.' };
  }
  const tested = await testVersion(staging, version, environment);
  if (!tested.ok || mode === 'dry-run') {
    await rm(staging, { recursive: true, force: true });
    return tested.ok
      ? { kind: 'would-update', version, downloadedBytes: staged.downloadedBytes }
      : remember(layout, version, tested.detail);
  }
  const target = join(layout.versions, version);
  await rm(target, { recursive: true, force: true });
  await rename(staging, target);
  await syncFolder(layout.versions);
  return switchTo(ready, version, staged.downloadedBytes);
}

/** The one step that counts; taken back when the launcher does not start what it should. */
async function switchTo(ready: Ready, version: string, downloadedBytes: number): Promise<UpdateResult> {
  const { layout, environment } = ready;
  const before = await readFile(layout.pointer, 'utf8').catch(() => null);
  await writeUpdateMemory(layout, { ...(await readUpdateMemory(layout)), untold: version });
  await pointTo(layout, version);
  const started = await testLauncher(layout.launcher, version, environment);
  if (!started.ok) {
    if (before === null) await rm(layout.pointer, { force: true });
    else await pointTo(layout, before.trim());
    await rm(join(layout.versions, version), { recursive: true, force: true });
    return remember(layout, version, started.detail);
  }
  await removeOld(layout, [version, before?.trim() ?? '']);
  const told = await tell(ready, version);
  return { kind: 'updated', version, downloadedBytes, ...(told.ok ? {} : { untold: told.detail }) };
}

/** The new version tells the browsers; until it has, the next update tries again. */
async function tell({ layout, environment, scope, ownOptions }: Ready, version: string) {
  const told = await tellBrowsers(layout.launcher, version, ['--scope', scope, ...ownOptions], environment);
  if (told.ok) {
    const { untold: _, ...memory } = await readUpdateMemory(layout);
    await writeUpdateMemory(layout, memory);
  }
  return told;
}

async function catchUp(ready: Ready): Promise<void> {
  const { untold } = await readUpdateMemory(ready.layout);
  if (untold === CLIENT_VERSION) await tell(ready, untold);
}

async function remember(layout: UpdateLayout, version: string, detail: string): Promise<UpdateResult> {
  const memory = await readUpdateMemory(layout);
  await writeUpdateMemory(layout, { ...memory, failed: [...memory.failed, version].slice(-100) });
  return { kind: 'failed', version, detail };
}

const STAGING = '.staging-';

/** What a process that was ended in the middle has left; what another is just writing is younger. */
async function removeLeftovers({ versions }: UpdateLayout, now: Date): Promise<void> {
  for (const name of await readdir(versions)) {
    const path = join(versions, name);
    if (name.startsWith(STAGING)) await rm(path, { recursive: true, force: true });
    if (!name.endsWith('.tmp')) continue;
    const found = await stat(path).catch(() => null);
    if (found !== null && now.getTime() - found.mtimeMs > HOUR_MS) await rm(path, { force: true });
  }
}

const HOUR_MS = 3_600_000;

/** The version before stays, for what still runs of it; older ones go. What cannot be removed now goes next time. */
async function removeOld({ versions, running }: UpdateLayout, kept: readonly string[]): Promise<void> {
  const names = (await readdir(versions)).filter((name) => /^\d+\.\d+\.\d+$/.test(name) && !kept.includes(name));
  await Promise.allSettled(
    names
      .map((name) => join(versions, name))
      .filter((path) => path !== running)
      .map((path) => rm(path, { recursive: true, force: true })),
  );
}
