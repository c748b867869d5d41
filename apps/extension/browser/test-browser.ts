import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createSigningKey, importSigningKey, type SigningKey } from '@vestibule/device-keys';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { buildClient } from '../../../scripts/build-client.ts';
import { withExtension } from '../../../scripts/browser/test-arguments.ts';
import { buildExtension } from '../../../scripts/build-extension.ts';

export const CHROMIUM = '/usr/bin/chromium';

export const OS_RELEASE = 'ID=debian\nVERSION_ID="12"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n';

/** A Chromium with the built extension, the built client, and a scratch folder in place of this computer. */
export interface TestBrowser {
  readonly extensionId: string;
  /** A portal that extension and client know. */
  readonly portal: string;
  /** The same host on another port: known to no one. */
  readonly stranger: string;
  /** The server's key for grants, pinned by the client. */
  readonly server: SigningKey;
  readonly scratchRoot: string;
  readonly openPage: (origin: string) => Promise<Page>;
  /** Process ids of the native hosts that run for this browser. */
  readonly hosts: () => Promise<readonly number[]>;
  readonly close: () => Promise<void>;
}

/** Everything but the browser: built extension, client installed for one profile, scratch folder. */
export interface TestComputer {
  readonly extensionId: string;
  readonly extension: string;
  readonly profile: string;
  readonly server: SigningKey;
  readonly scratchRoot: string;
  readonly hosts: () => Promise<readonly number[]>;
  readonly remove: () => Promise<void>;
}

/** @param portal the origin that extension and client are to know */
export async function prepareTestComputer(portal: string): Promise<TestComputer> {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-extension-'));
  const [profile, state, scratchRoot] = ['profile', 'state', 'root'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeScratchFile(scratchRoot, '/etc/hostname', 'ada-laptop\n');
  await writeScratchFile(scratchRoot, '/etc/os-release', OS_RELEASE);
  const extension = join(folder, 'extension');
  const { extensionId } = await buildExtension({ outDir: extension, origins: [portal], isDemo: true });
  const { launcher } = await buildClient({ outDir: join(folder, 'client'), build: 'development' });
  const server = await importSigningKey(await createSigningKey());
  const serverKey = JSON.stringify(server.publicKey);
  const place = ['--state', state, '--system-root', scratchRoot, '--browser-profile', profile];
  const trust = ['--portal', portal, '--server-key', serverKey, '--extension-id', extensionId];
  await promisify(execFile)(launcher, ['install', ...place, ...trust]);
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  return { extensionId, extension, profile, server, scratchRoot, hosts: () => processesWith(state), remove };
}

export async function launchTestBrowser(): Promise<TestBrowser> {
  const servers = [await servePages(), await servePages()] as const;
  const [portal, stranger] = servers.map(({ origin }) => origin) as [string, string];
  const computer = await prepareTestComputer(portal);
  const { extensionId, server, scratchRoot, hosts } = computer;
  const context = await launchChromium(computer);
  return {
    extensionId,
    server,
    portal,
    stranger,
    scratchRoot,
    openPage: async (origin) => {
      const page = await context.newPage();
      await page.goto(origin);
      return page;
    },
    hosts,
    close: async () => {
      await context.close();
      for (const { close } of servers) close();
      await computer.remove();
    },
  };
}

/** @returns why the tests cannot run here, null when they can */
export function missingBrowser(): string | null {
  return existsSync(CHROMIUM) ? null : `There is no ${CHROMIUM}; install Debian's chromium to run the browser tests.`;
}

export async function writeScratchFile(root: string, path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}

function launchChromium({ profile, extension }: TestComputer): Promise<BrowserContext> {
  const options = { executablePath: CHROMIUM, headless: true, args: withExtension(extension) };
  return chromium.launchPersistentContext(profile, options);
}

async function servePages(): Promise<{ readonly origin: string; readonly close: () => void }> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      '<!doctype html><title>portal</title><script>window.early = document.documentElement.dataset.vestibuleExtension</script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, close: () => server.close() };
}

/** Looks the processes up by the state folder on their command line, so that only this test's own are found. */
async function processesWith(state: string): Promise<readonly number[]> {
  const ids = (await readdir('/proc')).map(Number).filter(Number.isSafeInteger);
  const found = await Promise.all(
    ids.map(async (id) => {
      const commandLine = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
      if (!commandLine.includes(state) || !commandLine.includes('chrome-extension://')) return null;
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      return { id, parent: Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1] ?? 0) };
    }),
  );
  const hosts = found.filter((process) => process !== null);
  // A program that a host is about to start has its name until then.
  return hosts.filter(({ parent }) => !hosts.some(({ id }) => id === parent)).map(({ id }) => id);
}
