import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signingKeyPath } from '../../operations/extension-kit/published.ts';
import { type Desk, openDesk } from '../../testing/administrators.ts';
import { addCompany, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
});
afterAll(async () => {
  await rm(join(server.dataFolder, 'extension'), { recursive: true, force: true });
  await server.close();
});

const look = async () => (await desk.call('adminPackages')).body;
const download = async (href: string) => fetch(new URL(href, server.url));
const isHandedOut = async () => (await fetch(`${server.url}/downloads/extension/workplace.crx`)).status === 200;

test('packages of Workplace are listed by their system, each with a link that downloads it', async () => {
  const { downloadsFolder } = server.context.config;
  await mkdir(downloadsFolder, { recursive: true });
  await writeFile(join(downloadsFolder, 'workplace-3.7.0-arm64.pkg'), 'for macOS');
  await writeFile(join(downloadsFolder, 'notes.txt'), 'not for people');
  const { packages, missing } = await look();
  const added = packages.filter(({ system }) => system === 'macos');
  expect(added).toMatchObject([{ file: 'workplace-3.7.0-arm64.pkg', bytes: 9 }]);
  expect(packages.map(({ file }) => file)).not.toContain('notes.txt');
  const answer = await download(added[0]?.href ?? '');
  expect([answer.status, await answer.text()]).toEqual([200, 'for macOS']);
  expect(missing.join(' ')).toContain('no package for Windows');
  await rm(join(downloadsFolder, 'workplace-3.7.0-arm64.pkg'));
});

describe('the extension', () => {
  test('is not made by a dry run, and by no auditor', async () => {
    expect((await look()).extension).toBeNull();
    const { body } = await desk.call('adminMakeExtension', { query: { dryRun: 'true' } });
    expect(body).toMatchObject({
      isDryRun: true,
      changes: [
        { field: 'extension', from: null },
        { field: 'portals', from: [], to: [server.url] },
      ],
    });
    const auditor = await openDesk(company, 'auditor');
    expect((await auditor.call('adminMakeExtension')).body).toMatchObject({ code: 'role_missing' });
    expect([existsSync(signingKeyPath(server.dataFolder)), await isHandedOut()]).toEqual([false, false]);
  });

  test('is made, handed out, downloaded with its policies, and written into the audit log', async () => {
    await desk.call('adminMakeExtension');
    expect(await isHandedOut()).toBe(true);
    const { extension } = await look();
    const answer = await download(extension?.href ?? '');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="workplace-extension.zip"');
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining([
        'workplace.crx',
        'policies/windows/intune.json',
        'policies/macos/workplace.mobileconfig',
      ]),
    );
    expect(Object.keys(files).filter((path) => path.endsWith('.pem'))).toEqual([]);
    const published = await fetch(`${server.url}/downloads/extension/workplace.crx`);
    expect(Buffer.from(files['workplace.crx'] ?? []).equals(Buffer.from(await published.arrayBuffer()))).toBe(true);
    const { entries } = (await desk.call('adminAudit', { query: { action: 'company' } })).body;
    expect(entries[0]).toMatchObject({ outcome: 'done', details: { what: 'extension' } });
    // What is so already changes nothing: browsers have nothing to update to.
    expect((await desk.call('adminMakeExtension')).body).toMatchObject({ changes: [] });
  });

  test('is downloaded by a link that is good for an hour, and by no other', async () => {
    const href = (await look()).extension?.href ?? '';
    expect((await download(href.replace('workplace-extension.zip', 'workplace.pkg'))).status).toBe(403);
    expect((await download('/download/workplace-extension.zip')).status).toBe(403);
    server.advance(3_700_000);
    expect((await download(href)).status).toBe(403);
    desk = await openDesk(company, 'administrator');
  });

  test('is not made again while its signing key is gone', async () => {
    await rm(signingKeyPath(server.dataFolder));
    expect((await desk.call('adminMakeExtension')).body).toMatchObject({ code: 'not_possible' });
    expect((await look()).extension).toMatchObject({ href: null });
  });

  test('is not one company’s to change where several share it', async () => {
    await addCompany(server, 'neighbour');
    expect((await look()).cannotMake).toContain(`--portal ${company.url}`);
    expect((await desk.call('adminMakeExtension')).body).toMatchObject({ code: 'not_possible' });
  });
});
