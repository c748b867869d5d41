import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppliedFix, RefusedFix } from '../fixes/apply-fixes.ts';
import {
  say,
  SOFTWARE_FILES_PATH,
  softwareCall,
  type SoftwareCheck,
  type SoftwareManifest,
  type UpdateKey,
} from '@vestibule/contracts';
import { isSafeOrigin, type Web } from '../network/web.ts';
import { chooseSoftware, NOTHING_SEEN } from './choose-software.ts';
import type { HandToRoot } from './hand-to-root.ts';
import { CUT, NO_KEYS, NOT_OFFERED, OFFLINE, REFUSALS, WRONG_FILE } from './sentences.ts';

export interface SoftwareRequest {
  readonly checkType: SoftwareCheck;
  /** The manifest that the grant names. */
  readonly id: string;
}

export interface FetchTools {
  readonly web: Web;
  /** Of the portal that asks, and the token of its session. */
  readonly origin: string;
  readonly token: string;
  readonly keys: readonly UpdateKey[];
  readonly platform: string;
  readonly now: () => Date;
  /** A folder that only this person can write to. */
  readonly folder: string;
  readonly handToRoot: HandToRoot;
  readonly onProgress: (share: number, text: string) => void;
}

/** Of all that is shown, the download takes the first half. */
const DOWNLOADED_SHARE = 0.5;

/**
 * The person's half: asks the portal's server for the document, believes it by a pinned key, fetches the package into a
 * folder of its own, compares it, and hands both to root. Whatever happens, nothing of it stays.
 */
export async function installSoftware(
  { id, checkType }: SoftwareRequest,
  tools: FetchTools,
): Promise<AppliedFix['result']> {
  const { web, origin, token, keys, platform, now, folder, onProgress } = tools;
  if (keys.length === 0) return no('not-possible', NO_KEYS);
  if (!isSafeOrigin(origin)) return no('not-fixed', OFFLINE);
  const address = new URL(softwareCall.path.replace('{softwareId}', encodeURIComponent(id)), origin);
  const answer = await web.call('GET', address, undefined, `JWT ${token}`);
  if (!answer.ok) return no('not-fixed', OFFLINE);
  if (answer.status !== 200) return no('not-fixed', answer.status === 404 ? NOT_OFFERED : OFFLINE);
  const told = softwareCall.answers[200].safeParse(answer.body);
  if (!told.success) return no('not-fixed', REFUSALS.malformed);
  const { document, packagePath } = told.data;
  const asked = { id, checkType };
  const choice = await chooseSoftware(document, { keys, platform, now: now(), asked, memory: NOTHING_SEEN });
  if (choice.kind === 'refused') return no('not-fixed', REFUSALS[choice.code]);
  const { manifest } = choice;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = await mkdtemp(join(folder, 'software-'));
  try {
    const path = join(own, 'package');
    const refusal = await fetchPackage(packagePath, path, manifest, tools);
    if (refusal !== null) return refusal;
    const { name } = manifest;
    onProgress(DOWNLOADED_SHARE, say('Installing {name}', { name }));
    return await tools.handToRoot(document, path);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

async function fetchPackage(
  packagePath: string,
  path: string,
  { name, size, sha256 }: SoftwareManifest,
  { web, origin, onProgress }: FetchTools,
): Promise<RefusedFix | null> {
  const url = new URL(packagePath, origin);
  // From the portal itself and nowhere else, whatever the answer names.
  if (url.origin !== new URL(origin).origin || !url.pathname.startsWith(`${SOFTWARE_FILES_PATH}/`)) {
    return no('not-fixed', REFUSALS.malformed);
  }
  const text = say('Downloading {name}', { name });
  onProgress(0, text);
  const downloaded = await web.download(url, path, size, (received) =>
    onProgress((received / size) * DOWNLOADED_SHARE, text),
  );
  if (!downloaded.ok) {
    if (downloaded.code === 'too-large') return no('not-fixed', WRONG_FILE);
    return no('not-fixed', downloaded.code === 'cut' ? CUT : OFFLINE);
  }
  return downloaded.size === size && downloaded.sha256 === sha256 ? null : no('not-fixed', WRONG_FILE);
}

function no(outcome: RefusedFix['outcome'], detail: string): RefusedFix {
  return { ok: false, outcome, detail };
}
