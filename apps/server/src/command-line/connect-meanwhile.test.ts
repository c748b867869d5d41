import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { upstreams } from '../database/schema.ts';
import { findUpstream } from '../repositories/upstreams.ts';
import { createSocketDesk, type Desk, given } from '../testing/administrators.ts';
import {
  type Account,
  CLIENT,
  type OidcIdentityProvider,
  startOidcIdentityProvider,
} from '../subjects/people/testing/oidc-identity-provider.ts';
import { firstCompany, type TestCompany } from '../testing/companies.ts';
import { runFolder } from '@vestibule/testing/run-folder';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { Visitor } from '../testing/visitor.ts';
import { runCommandLine } from './run-command-line.ts';

const MARA: Account = {
  id: 'subject-of-mara',
  claims: {
    preferred_username: 'mara',
    name: 'Mara Lindqvist',
    email: 'mara@alderbrook.example',
    email_verified: true,
    groups: ['sales'],
  },
};

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let provider: OidcIdentityProvider;
let folder: string;
let secret: string;
const upstreamId = randomUUID();
const name = 'Directory';

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = createSocketDesk(server);
  provider = await startOidcIdentityProvider();
  provider.register(`${server.url}/online/upstream/${upstreamId}/callback`);
  folder = await mkdtemp(join(runFolder(), 'connect-meanwhile-'));
  secret = join(folder, 'secret.txt');
  await writeFile(secret, CLIENT.secret);
});
afterAll(async () => {
  await provider.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => server.context.database.delete(upstreams));

async function plant(isEnabled: boolean): Promise<void> {
  const { database, masterKey, now } = server.context;
  const settings = {
    issuer: provider.issuer,
    clientId: CLIENT.id,
    createsPeople: true,
    allowedDomains: ['alderbrook.example', 'former-partner.example'],
  };
  const sealedSecret = masterKey.seal(CLIENT.secret, upstreamId);
  const row = { companyId: company.id, id: upstreamId, kind: 'oidc' as const, name, settings, sealedSecret };
  await database.insert(upstreams).values({ ...row, isEnabled, createdAt: now() });
}

/** Calls the command; while it waits, a colleague does something, and then someone signs in for its trial. */
async function connect(words: readonly string[], act: () => Promise<void>) {
  let said = '';
  const opened: Promise<void>[] = [];
  const write = (text: string) => {
    said += text;
    const link = /^ {2}(http\S+\?trial=\S+)$/m.exec(said)?.[1];
    if (link !== undefined && opened.length === 0) opened.push(act().then(() => openLink(link)));
  };
  const line = ['connect', 'oidc', '--name', name, '--wait', '1', ...words, '--data', server.dataFolder];
  const code = await runCommandLine(line, { out: write, err: write, columns: undefined });
  await Promise.all(opened);
  return { code, flat: said.replaceAll(/\s+/g, ' ') };
}

async function openLink(link: string): Promise<void> {
  provider.next = MARA;
  const visitor = new Visitor(server);
  let address: string | null = link;
  while (address !== null) {
    const reply: { readonly headers: Headers } = await visitor.ask<string>(address);
    const location = reply.headers.get('location');
    address = location === null ? null : new URL(location, new URL(address, server.url)).href;
  }
}

const stored = async () => given(await findUpstream(server.context.database, company.id, upstreamId));

/** The partner is no partner any more: no one of them may come in from now on. */
async function endPartnership(): Promise<void> {
  const settings = { ...(await stored()).settings, allowedDomains: ['alderbrook.example'] };
  const { status } = await desk.call('adminUpdateUpstream', { parameters: { upstreamId }, body: { settings } });
  expect(status).toBe(200);
}

describe('what a colleague changes while connect waits for its trial', () => {
  test('stays so where people sign in: nothing is stored, and it says what to do', async () => {
    await plant(true);
    const { sealedSecret } = await stored();
    const { code, flat } = await connect(['--secret-file', secret], endPartnership);
    expect([code, flat]).toEqual([
      5,
      expect.stringContaining(`Nothing was changed: a colleague has just changed the identity provider ${name}.`),
    ]);
    expect(flat).toContain('run the command again');
    expect(flat).not.toContain('is changed: from now on');
    expect(await stored()).toMatchObject({ sealedSecret, settings: { allowedDomains: ['alderbrook.example'] } });

    const again = await connect(['--secret-file', secret], async () => undefined);
    expect([again.code, again.flat]).toEqual([0, expect.stringContaining('is changed: from now on')]);
    const after = await stored();
    expect(after.settings['allowedDomains']).toEqual(['alderbrook.example']);
    expect(after.sealedSecret).not.toBe(sealedSecret);
  });

  test('is not shown to people by --enable: it is not what was tried', async () => {
    await plant(false);
    const { code, flat } = await connect(['--enable'], endPartnership);
    expect([code, flat]).toEqual([5, expect.stringContaining('a colleague has just changed')]);
    expect((await stored()).isEnabled).toBe(false);
    expect((await connect(['--enable'], async () => undefined)).code).toBe(0);
    expect((await stored()).isEnabled).toBe(true);
  });
});
