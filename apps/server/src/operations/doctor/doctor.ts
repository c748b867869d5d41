import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { MasterKeyState } from '../crypto/master-key-file.ts';
import { STREAM_PROBE_FILE } from './stream-probe.ts';
import { openEvidenceStore } from '../storage/open-evidence-store.ts';
import { createReach } from '../outgoing/reach.ts';
import { readAcmeStatus } from '../tls/acme/acme-status.ts';
import { type Finding, good, look, wrong } from './finding.ts';
import { type ApplicationLook, lookAtApplications } from './look-at-applications.ts';
import { lookAtCertificate } from './look-at-certificate.ts';
import { lookAtClock, type OtherClock } from './look-at-clock.ts';
import { lookAtDatabase, lookAtRoom } from './look-at-database.ts';
import { type ExtensionLook, lookAtExtension } from './look-at-extension.ts';
import { type LifecycleLook, lookAtLifecycle } from './look-at-lifecycle.ts';
import { lookAtMail, type MailLook } from './look-at-mail.ts';
import { lookAtMasterKey } from './look-at-master-key.ts';
import { lookAtName } from './look-at-name.ts';
import { lookAtRenewal } from './look-at-renewal.ts';
import { lookAtPackages } from './look-at-packages.ts';
import { lookAtStream } from './look-at-stream.ts';
import { lookAtUpdateKeys } from './look-at-update-keys.ts';
import { isOtherUser, lookAtUploads, notTried } from './look-at-uploads.ts';
import { lookAtUpstream, type UpstreamSettings } from './look-at-upstreams.ts';

/** What the running server says of itself. */
export interface Served {
  readonly version: string;
  readonly companies: readonly string[];
  /** Also where only one of several is looked at, it is false. */
  readonly isOnlyCompany: boolean;
  readonly upstreams: readonly UpstreamSettings[];
  readonly mails: readonly MailLook[];
  /** How it finds the file of its master key. */
  readonly masterKey: MasterKeyState;
  /** What it could not write lately, in sentences. */
  readonly unwritten: readonly string[];
  readonly lifecycle: LifecycleLook;
  readonly extensions: readonly ExtensionLook[];
  readonly applications: readonly ApplicationLook[];
}

/** A server that says nothing of itself. */
export interface NotServed {
  /** The sentence that says why. */
  readonly whyNot: string;
  /** It is there, and cannot say it. */
  readonly isRunning: boolean;
}

export interface Patient {
  readonly config: Config;
  /** The addresses that are looked at: those of every company, or the one that someone asks about. */
  readonly addresses: readonly string[];
  readonly now: () => Date;
  readonly server: Served | NotServed;
  /** Is told each finding as it comes, in their order. */
  readonly tell?: (finding: Finding) => void;
}

/** Looks at everything that has to be right around a server, and goes on where something is not. The server comes first. */
export async function examine({ config, addresses, now, server, tell }: Patient): Promise<Finding[]> {
  const { dataFolder, trustedProxies, tls, acme, objectStore } = config;
  const isServed = 'version' in server;
  const isStranger = await isOtherUser(dataFolder);
  const probe = await readFile(join(dataFolder, STREAM_PROBE_FILE), 'utf8').catch(() => null);
  const certificates = acme === null ? null : await readAcmeStatus(dataFolder);
  const place = objectStore === null ? 'The data folder' : `The bucket ${objectStore.bucket}`;
  const needsOwner = isStranger && objectStore === null;
  const hasPlace = objectStore !== null || existsSync(dataFolder);
  const isLocked = isStranger && !isServed && config.databaseUrl === undefined;
  const ownNames = [new URL(config.publicUrl).hostname, ...(certificates?.names ?? []).map(({ hostname }) => hostname)];
  const renewalAt = (address: string) => {
    const { hostname } = new URL(address);
    return acme === null || !ownNames.includes(hostname) ? null : lookAtRenewal(hostname, certificates, acme, now());
  };
  const looking = ({ isOnlyCompany }: Served) => ({ date: now, mayReach: createReach({ config, isOnlyCompany }) });
  const atAddress = async (address: string): Promise<Finding[]> => {
    const found = await Promise.all([
      lookAtName(address, trustedProxies.length > 0),
      lookAtCertificate(address, { files: tls, renewal: renewalAt(address) }, now()),
      lookAtStream(address, probe, !isServed && server.isRunning),
    ]);
    const isOne = addresses.length === 1;
    return found.flat().map((one) => (isOne ? one : { ...one, check: `${one.check} (${new URL(address).host})` }));
  };
  const database = isLocked ? { finding: notTried('Database'), clock: null } : lookAtDatabase(config, isServed);
  const upstreams = isServed
    ? Promise.all(server.upstreams.map((upstream) => lookAtUpstream(upstream, looking(server))))
    : [];
  const uploads =
    needsOwner || !hasPlace
      ? notTried('Uploads', hasPlace ? 'stranger' : 'no-folder')
      : lookAtUploads(openEvidenceStore({ ...config, now }), place, now());
  const compareClocks = async () => {
    const clocks = [...(await upstreams).map(({ clock }) => clock), (await database).clock];
    return lookAtClock(clocks.filter((clock): clock is OtherClock => clock !== null));
  };
  const findingOf = async (one: typeof database) => (await one).finding;
  const findingsOf = async (some: typeof upstreams) => (await some).map(({ finding }) => finding);
  // All at once, and told in this order.
  return tellInOrder(tell, [
    lookAtServer(server),
    isServed
      ? lookAtMasterKey(dataFolder, server.masterKey, true)
      : lookAtMasterKey(dataFolder, null, server.isRunning),
    ...(isServed ? [server.unwritten.map(sayUnwritten)] : []),
    ...addresses.map(atAddress),
    compareClocks(),
    findingOf(database),
    lookAtRoom(dataFolder),
    uploads,
    lookAtPackages(config.downloadsFolder),
    lookAtUpdateKeys(dataFolder),
    ...(isServed
      ? [
          lookAtLifecycle(server.lifecycle, now()),
          lookAtExtension(dataFolder, server.extensions),
          findingsOf(upstreams),
          lookAtApplications(server.applications),
          lookAtMail(server.mails),
        ]
      : [
          look('Identity providers', 'Not looked at: which there are, the server says.', AGAIN),
          look('Mail', 'Not looked at: whether a mail server is set, the server says.', AGAIN),
        ]),
  ]);
}

type Findings = Finding | readonly Finding[];

/** Tells each finding as soon as it and all before it are known. @returns all of them */
async function tellInOrder(
  tell: Patient['tell'],
  parts: readonly (Findings | Promise<Findings>)[],
): Promise<Finding[]> {
  // One that fails while an earlier one is waited for is thrown when its turn comes.
  for (const part of parts) if (part instanceof Promise) part.catch(() => undefined);
  const all: Finding[] = [];
  for (const part of parts) {
    const found = [await part].flat();
    for (const finding of found) tell?.(finding);
    all.push(...found);
  }
  return all;
}

function sayUnwritten(message: string): Finding {
  return wrong(
    'Written',
    message,
    'Make room, or mend the store. The server goes on by itself, and then no longer says it.',
  );
}

const AGAIN = 'Once the server answers, do this again.';

function lookAtServer(server: Patient['server']): Finding {
  if (!('version' in server)) {
    if (server.isRunning) {
      const next = 'Set right what is wrong below; it need not be started again for that. If nothing is, read its log.';
      return wrong('Server', `It runs, and cannot answer. ${server.whyNot}`, next);
    }
    return wrong(
      'Server',
      server.whyNot,
      'Start it, and read what it says. What does not need it was looked at all the same:',
    );
  }
  if (server.companies.length === 0)
    return look('Server', `Version ${server.version} answers; there is no company.`, 'vestibule setup --help');
  return good('Server', `Version ${server.version} answers, for ${server.companies.join(', ')}.`);
}
