import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications, people, secondFactors, upstreams } from '../../database/schema.ts';
import { addCompany, configure, type TestCompany } from '../../testing/companies.ts';
import { addPerson, giveRole, plantSession } from '../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createSocketDesk, type Desk } from '../../testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let name: string;

beforeAll(async () => {
  server = await startTestServer();
  desk = createSocketDesk(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  name = `c${randomUUID().slice(0, 8)}`;
  company = await addCompany(server, name);
});

/** What is said of settings before they hold. */
async function notes(values: object): Promise<readonly string[]> {
  const { status, body } = await desk.dryRun('adminSetSettings', {
    query: { company: name },
    body: { set: values, reset: [] },
  });
  expect(status).toBe(200);
  return body.warnings;
}

async function addUpstream(isEnabled: boolean, settings: object = {}): Promise<string> {
  const id = randomUUID();
  const { database, now } = server.context;
  await database.insert(upstreams).values({
    companyId: company.id,
    id,
    kind: 'oidc',
    name: `Directory ${id}`,
    settings: { issuer: 'https://login.example', clientId: 'vestibule', ...settings },
    sealedSecret: null,
    isEnabled,
    createdAt: now(),
  });
  return id;
}

describe('secondFactor=required', () => {
  test('says those apart who sign in at an identity provider, by what it said of their last sign-in', async () => {
    const upstreamId = await addUpstream(true);
    const link = async (login: string) => addPerson(company, login, { upstreamId, upstreamSubject: login });
    const at = (minutes: number) => new Date(server.context.now().getTime() - minutes * 60_000);
    await link('gave-none');
    await plantSession(company, 'gave-none', { factors: ['upstream', 'upstream-mfa'], authenticatedAt: at(9) });
    await plantSession(company, 'gave-none', { factors: ['upstream'], authenticatedAt: at(5) });
    // One that did not lead there says nothing of it.
    await plantSession(company, 'gave-none', { factors: ['password', 'recovery-code'], authenticatedAt: at(2) });
    await link('gave-one');
    await plantSession(company, 'gave-one', { factors: ['upstream'], authenticatedAt: at(9) });
    await plantSession(company, 'gave-one', { factors: ['upstream', 'upstream-mfa'], authenticatedAt: at(5) });
    await plantSession(company, 'gave-one', {
      factors: ['upstream'],
      reach: 'second-step',
      authenticatedAt: at(1),
    });
    await link('never-here');
    const own = await link('has-their-own');
    const { database, now } = server.context;
    await database.insert(secondFactors).values({
      companyId: company.id,
      id: randomUUID(),
      personId: own,
      kind: 'totp',
      name: 'phone',
      sealed: 'sealed',
      createdAt: now(),
      confirmedAt: now(),
    });
    // nadia and tomas sign in here, and have none.
    expect(await notes({ secondFactor: 'required' })).toEqual([
      '2 of 6 people sign in here and have no second factor yet, and set one up at their next sign-in.',
      '3 of 6 people sign in at an identity provider and have none here: at their last sign-in, 1 gave a second one there, 1 gave none that it spoke of, and of 1 no sign-in is known. People who give none there set one up here at their next sign-in.',
    ]);
  });

  test('counts those here whose identity provider is switched off, and says nothing where everybody has one', async () => {
    const upstreamId = await addUpstream(false);
    await addPerson(company, 'left-behind', { upstreamId, upstreamSubject: 'left-behind' });
    expect(await notes({ secondFactor: 'required' })).toEqual([
      '3 of 3 people sign in here and have no second factor yet, and set one up at their next sign-in.',
    ]);
    const { database, now } = server.context;
    await database.update(people).set({ disabledAt: now() }).where(eq(people.companyId, company.id));
    expect(await notes({ secondFactor: 'required' })).toEqual([]);
  });
});

describe.each(['temporaryAccess', 'skipping'] as const)('%s', (way) => {
  test('that is over already, or leads to an application that is none, is warned of', async () => {
    const known = `${name} Mail`;
    // That live leave may end by it is another sentence (notes-on-leave.test.ts).
    const said = async (values: object) =>
      (await notes({ [way]: values })).filter((one) => !one.startsWith('Temporary access that is live'));
    expect(await said({ until: '2020-01-01T00:00:00Z' })).toEqual([
      `${way}.until (2020-01-01 00:00 UTC) is over already: it lets no one in.`,
    ]);
    expect(await said({ applications: ['Mial', known] })).toEqual([
      `${way}.applications names Mial, and there is no application by that name: vestibule application list`,
    ]);
    expect(await said({ applications: [known.toUpperCase()] })).toEqual([
      `${way}.applications names ${known.toUpperCase()}, and the application is called ${known}: here a name counts to the letter.`,
    ]);
    expect(await said({ until: '2999-01-01T00:00:00Z', applications: [known] })).toEqual([]);
  });

  test('that was said before is not said again with another setting', async () => {
    await configure(company, { [way]: { until: '2020-01-01T00:00:00Z', applications: ['Mial'] } });
    expect(
      await notes({ accentColor: null, [way]: { until: '2020-01-01T00:00:00Z', applications: ['Mial'] } }),
    ).toEqual([]);
    expect(await notes({ productName: 'Gate' })).toEqual([]);
  });
});

describe('a second approver', () => {
  test.each(['always', 'above-limits'])('%s, whom there is not, is warned of', async (secondApprover) => {
    const { database, now } = server.context;
    const wanted = { temporaryAccess: { secondApprover } };
    expect(await notes(wanted)).toEqual([
      'No administrator of this company can sign in: leave that waits for a second approver is approved at the server alone, by its own command line.',
    ]);
    const [nadia, tomas] = await database.select().from(people).where(eq(people.companyId, company.id));
    await giveRole(company, nadia?.id ?? '', 'administrator');
    expect(await notes(wanted)).toEqual([
      `${nadia?.login} is the only administrator of this company who can sign in: only the server’s own command line can approve what they give or get. Make another person one: vestibule person role LOGIN administrator`,
    ]);
    await giveRole(company, tomas?.id ?? '', 'administrator');
    expect(await notes(wanted)).toEqual([]);
    await database
      .update(people)
      .set({ disabledAt: now() })
      .where(and(eq(people.companyId, company.id), eq(people.id, tomas?.id ?? '')));
    expect(await notes(wanted)).toHaveLength(1);
    expect(await notes({ temporaryAccess: { secondApprover: 'off' } })).toEqual([]);
    await configure(company, wanted);
    expect(await notes({ temporaryAccess: { secondApprover, maximumHours: 3 } })).toEqual([]);
  });
});

describe('unsupportedSystems=upstream-claim', () => {
  test('is warned of while no identity provider that is on is asked for its word', async () => {
    const { database } = server.context;
    const [mail] = await database.select().from(applications).where(eq(applications.companyId, company.id));
    const rely = async (unsupportedSystems: string) => {
      const { status, body } = await desk.dryRun('adminSetApplicationSettings', {
        parameters: { applicationId: mail?.id ?? '' },
        query: { company: name },
        body: { set: { unsupportedSystems }, reset: [] },
      });
      expect(status).toBe(200);
      return body.warnings;
    };
    const warning = [
      'No identity provider that is switched on is asked for its word for phones and tablets (compliance in its settings): they stay blocked. vestibule identity-provider set --help',
    ];
    const compliance = { claim: 'managed', value: 'true' };
    expect(await rely('upstream-claim')).toEqual(warning);
    await addUpstream(true);
    await addUpstream(false, { compliance });
    expect(await rely('upstream-claim')).toEqual(warning);
    expect(await rely('block')).toEqual([]);
    await addUpstream(true, { compliance });
    expect(await rely('upstream-claim')).toEqual([]);
  });
});

test('requireNativeAppInstallation says who is asked to install Workplace, where it is switched on', async () => {
  const asked = expect.stringContaining('are asked to install it first');
  expect(await notes({ requireNativeAppInstallation: true })).toEqual([asked]);
  await configure(company, { requireNativeAppInstallation: true });
  expect(await notes({ requireNativeAppInstallation: true })).toEqual([]);
  expect(await notes({ requireNativeAppInstallation: false })).toEqual([]);
});

test('isLocalSignInEnabled=false says how many links of invitations open nothing then', async () => {
  const csv = ['login,displayName,email', 'ada,Ada,ada@alderbrook.example', 'ben,Ben,ben@alderbrook.example'].join(
    '\n',
  );
  await desk.call('adminImportPeople', { query: { company: name }, body: { csv, isInviting: true } });
  expect(await notes({ isLocalSignInEnabled: false })).toContainEqual(
    expect.stringMatching(/^2 people have unused invitations: the link opens nothing then\./),
  );
});
