import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { publishedFolder, recordPath } from '../../../operations/extension-kit/published.ts';
import { publishFor } from '../../../operations/extension-kit/testing/publish-for.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { type Desk, openDesk } from '../../../testing/administrators.ts';

/** People who are asked for the extension, where nothing leads to it. */
const OBSERVING = { gate: { state: 'observing', isReading: false } };
const RECORD = { version: 1, extensionIds: ['a', 'b'], extensionVersion: '1.0.0', contentHash: 'c' };

let server: TestServer;
let company: TestCompany;
let desk: Desk;
beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, OBSERVING);
  await rm(recordPath(server.dataFolder), { force: true });
});

const places = {
  status: async () => (await desk.call('adminStatus')).body.warnings,
  'gate enforce --dry-run': async () =>
    (await desk.dryRun('adminSetGate', { body: { state: 'enforcing', reason: 'test', acceptBlocking: 100 } })).body
      .warnings,
};

test.each(Object.entries(places))(
  '%s says that nothing leads to the extension, until its address is set',
  async (_where, ask) => {
    expect(await ask()).toContainEqual(
      expect.stringMatching(/^The browser extension for this gate.*vestibule extension --url/),
    );
    await mkdir(dirname(recordPath(server.dataFolder)), { recursive: true });
    await writeFile(recordPath(server.dataFolder), JSON.stringify(RECORD));
    expect(await ask()).toContainEqual(
      expect.stringMatching(/^Nothing leads to the browser extension.*company settings set extensionUrls\.chromium=/),
    );
    await configure(company, { ...OBSERVING, extensionUrls: { chromium: 'https://store.example/vestibule' } });
    expect((await ask()).filter((warning) => warning.includes('browser extension'))).toEqual([]);
  },
);

test.each(Object.entries(places))(
  '%s says that an extension was made for other pages, and how one for these is made',
  async (_where, ask) => {
    const other = 'https://gate.example.com';
    const about = async () => (await ask()).filter((warning) => warning.includes('does not answer'));
    await configure(company, { ...OBSERVING, extensionUrls: { chromium: 'https://store.example/vestibule' } });
    try {
      await publishFor(server.dataFolder, [other]);
      expect(await about()).toEqual([
        expect.stringContaining(`vestibule extension --out FOLDER --portal ${company.url}`),
      ]);
      await publishFor(server.dataFolder, [other, company.url]);
      expect(await about()).toEqual([]);
    } finally {
      await rm(publishedFolder(server.dataFolder), { recursive: true });
    }
  },
);
