import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDesk } from '../../testing/administrators.ts';
import { readAudit } from '../../testing/at-the-gate.ts';
import { addCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { watchPolicyFiles } from './policy-watch.ts';

const BROKEN = 'version: 1\nchecks:\n  FirewallEnabled: { severity: required }\n';

const MISSPELT = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnabled: { severity: required }\n';
const GOOD = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks: {}\n';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a server does not start on a policy file of its configuration that cannot be used: line and column are said', async () => {
  await expect(startTestServer({ policy: BROKEN })).rejects.toThrow(
    /policy\.yaml cannot be used:\n.*line 3, column 3/s,
  );
});

async function look(): Promise<string[]> {
  const said: string[] = [];
  const stop = await watchPolicyFiles(server.context, pino({}, { write: (line) => said.push(line) }));
  stop();
  return said;
}

const fileOf = (name: string) => join(server.dataFolder, 'policies', `${name}.yaml`);

describe('a company whose file was never one that can be used', () => {
  test('keeps no other out, goes by the built-in policy, and that is logged, audited and named by the status', async () => {
    const company = await addCompany(server, 'north');
    await mkdir(join(server.dataFolder, 'policies'), { recursive: true });
    await writeFile(fileOf('north'), MISSPELT);
    const said = await look();
    expect(said).toEqual([expect.stringContaining('north.yaml cannot be used')]);
    expect(JSON.parse(said[0] ?? '')).toMatchObject({ level: 50, policy: 'built-in' });
    expect((await server.context.companies.byId(company.id))?.policy.source).toBe('built-in');
    expect(await readAudit(company)).toMatchObject([
      { action: 'policy', outcome: 'refused', details: { problem: { line: 4, column: 3 } } },
    ]);
    const { body } = await (await openDesk(company, 'administrator')).call('adminStatus');
    expect(body.warnings).toContainEqual(
      expect.stringMatching(/north\.yaml cannot be used, so that nothing in it holds\. Line 4, column 3: .*[^.]\.$/),
    );
    await writeFile(fileOf('north'), Buffer.from(`\ufeff${GOOD}`, 'utf16le'));
    expect((await (await openDesk(company, 'administrator')).call('adminStatus')).body.warnings).toContainEqual(
      expect.stringMatching(/Line 1, column 1: the file is in UTF-16\. Save it as UTF-8\.$/),
    );
    expect(body.warnings).toContainEqual(
      expect.stringMatching(/^The built-in policy holds: none of its checks stops anyone\..* asked to install it/),
    );
    await writeFile(fileOf('north'), GOOD);
    expect(await look()).toEqual([]);
    const mended = await (await openDesk(company, 'administrator')).call('adminStatus');
    expect(mended.body.warnings.filter((warning) => /cannot be used|built-in/.test(warning))).toEqual([]);
  });

  test('nor does one that cannot be opened stop the looking at the others', async () => {
    await addCompany(server, 'east');
    const west = await addCompany(server, 'west');
    await mkdir(fileOf('east'));
    await writeFile(fileOf('west'), GOOD);
    expect(await look()).toEqual([expect.stringContaining('the file cannot be opened')]);
    expect((await server.context.companies.byId(west.id))?.policy.source).toBe('file');
  });
});
