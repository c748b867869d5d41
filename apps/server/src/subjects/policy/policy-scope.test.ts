import { createSimulatedDevice, fact } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { people } from '../../database/schema.ts';
import { addPerson, findApplicationId, readAudit, setApplication, setPolicy } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addPerson as plantPerson } from '../../testing/planted.ts';
import { Visitor } from '../../testing/visitor.ts';
import { type Desk, newestAudit, openDesk } from '../../testing/administrators.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const narrow = (scope: string) => `${POLICY}enforceFor: { ${scope} }\n`;
const off = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
  const member = await addPerson(company);
  await server.context.database
    .update(people)
    .set({ groups: ['Pilot'] })
    .where(eq(people.id, member.id));
  await setApplication(company, { name: 'Mail' });
});
afterAll(() => server.close());
beforeEach(() => setPolicy(company, POLICY));

test('whom a policy leaves out is said before it holds, when it does, and in the status', async () => {
  const text = narrow('groups: [pilot], percentage: 10, applications: [mail]');
  const sentence =
    'Enforced only for people in a group of pilot and 10 of a hundred people on the way to mail; everybody else is only observed.';
  const checked = await desk.call('adminCheckPolicy', { body: { text } });
  expect(checked.body.enforcedFor).toBe(sentence);
  const applied = await desk.call('adminApplyPolicy', { body: { text } });
  expect(applied.body.changes).toContainEqual({
    field: 'enforceFor',
    from: null,
    to: { groups: ['pilot'], percentage: 10, applications: ['mail'] },
  });
  expect(await newestAudit(company)).toMatchObject({
    details: { changes: expect.arrayContaining([expect.objectContaining({ field: 'enforceFor' })]) },
  });
  const status = await desk.call('adminStatus');
  for (const warnings of [checked.body.warnings, applied.body.warnings, status.body.warnings]) {
    expect(warnings).toContainEqual(expect.stringContaining(sentence));
    expect(warnings.filter((warning) => warning.includes('enforceFor names'))).toEqual([]);
  }
  const everybody = await desk.call('adminCheckPolicy', { body: { text: POLICY } });
  expect(everybody.body).toMatchObject({ enforcedFor: null, warnings: [] });
});

test('a group that no one is in, and an application that is none, are warned of', async () => {
  const text = narrow('groups: [no-such-group], applications: [Post]');
  const { body: checked } = await desk.call('adminCheckPolicy', { body: { text } });
  const { body: applied } = await desk.call('adminApplyPolicy', { body: { text } });
  const { body: status } = await desk.call('adminStatus');
  for (const { warnings } of [checked, applied, status]) {
    expect(warnings).toContainEqual(expect.stringContaining('names the group no-such-group, and no one is in it'));
    expect(warnings).toContainEqual(expect.stringContaining('names the application Post, and there is none'));
  }
});

test('an exemption of a login or a computer that is none is warned of, once, until it is over', async () => {
  const exempt = (whose: string, until: string) => `{ ${whose}, until: ${until}, why: Old, approvedBy: Ilse }`;
  const [unknown, other] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
  const exemptions = [
    exempt('login: lenaa', '2999-01-01'),
    exempt('login: NADIA', '2999-01-01'),
    exempt('login: long-gone', '2020-01-01'),
    exempt(`deviceId: ${unknown}`, '2999-01-01'),
    exempt(`deviceId: ${other}`, '2020-01-01'),
  ].join(', ');
  const text = `${POLICY.replace('required', `required, exemptions: [${exemptions}]`)}  PasswordSet: { severity: required, exemptions: [${exempt('login: Lenaa', '2999-01-01')}] }\n`;
  const { body: checked } = await desk.call('adminCheckPolicy', { body: { text } });
  const { body: applied } = await desk.dryRun('adminApplyPolicy', { body: { text } });
  for (const { warnings } of [checked, applied]) {
    expect(warnings.filter((warning) => !warning.includes('Take it out'))).toEqual([
      'The policy exempts the login lenaa from PasswordSet, FirewallEnable, and no one has it: vestibule person list. A person who gets it is exempt.',
      `The policy exempts the device ${unknown} from FirewallEnable, and no computer of this company has that id: vestibule device list`,
    ]);
  }
});

test('an application that is named is warned of when it goes by another name', async () => {
  await setPolicy(company, narrow('applications: [Mail]'));
  const parameters = { applicationId: await findApplicationId(company) };
  const rename = (name: string) => desk.dryRun('adminUpdateApplication', { parameters, body: { name } });
  expect((await rename('Post')).body.warnings).toEqual([expect.stringContaining('As Post it is only observed')]);
  expect((await rename(' MAIL ')).body.warnings).toEqual([]);
});

test('other groups of a person say what they leave and join, and which of them may be a slip', async () => {
  await setPolicy(company, narrow('groups: [PILOT, nights]'));
  const personId = await plantPerson(company, 'lena', { groups: ['pilot', 'europe'] });
  const put = async (groups: string[] | undefined) =>
    (await desk.dryRun('adminUpdatePerson', { parameters: { personId }, body: { groups, displayName: 'Lena' } })).body
      .warnings;
  const slip = (group: string) =>
    `No one else is in the group ${group}, and the policy does not name it: look whether it is spelt as it is meant.`;
  const comma = 'is one group by that name, comma and all. Several are given one after the other: --group A B';
  expect(await put(['pilto'])).toEqual([
    'They leave pilot and europe, and join pilto.',
    'The policy is enforced for the group pilot (enforceFor), and they are in it no longer.',
    slip('pilto'),
  ]);
  expect(await put(['pilot,sales', 'Pilot', 'europe'])).toEqual([`"pilot,sales" ${comma}`, slip('pilot,sales')]);
  expect(await put(['nights', 'Europe'])).toEqual([
    'They leave pilot, and join nights.',
    'The policy is enforced for the group pilot (enforceFor), and they are in it no longer.',
    'The policy is enforced for the group nights (enforceFor): from now on it stops them where their computer does not pass.',
  ]);
  expect(await put(['pilot', 'europe'])).toEqual([]);
  expect(await put(undefined)).toEqual([]);
  await plantPerson(company, 'ben', { groups: ['sales'] });
  expect(await put(['pilot', 'europe', 'Sales'])).toEqual([]);
  const body = {
    login: 'new',
    displayName: 'New',
    email: 'new@x.example',
    type: 'employee',
    groups: ['pilot', 'salse'],
  };
  expect((await desk.dryRun('adminAddPerson', { body })).body.warnings).toEqual([slip('salse')]);
});

test('an explanation says whether the policy is enforced for a person in these groups', async () => {
  const device = await createSimulatedDevice();
  const visitor = new Visitor(company);
  await visitor.signIn();
  const report = await device.sign(await visitor.openSession(device), off);
  const explain = async (scope: string, groups?: string[]) =>
    (await desk.call('adminExplainPolicy', { body: { text: narrow(scope), report, groups } })).body;
  const inPilot = 'groups: [pilot]';
  expect(await explain(inPilot)).toMatchObject({
    mayContinue: false,
    scope: expect.stringContaining('explained as enforced'),
  });
  expect(await explain(inPilot, ['Pilot'])).toMatchObject({
    mayContinue: false,
    scope: expect.stringContaining('one of them'),
  });
  expect(await explain(inPilot, ['sales'])).toMatchObject({
    mayContinue: true,
    why: 'The policy is only observed for this person.',
    scope: expect.stringContaining('none of them'),
  });
  // Only the server knows who is drawn.
  for (const scope of ['percentage: 10', 'groups: [pilot], percentage: 10']) {
    expect(await explain(scope, [])).toMatchObject({ mayContinue: false, scope: expect.stringContaining('not known') });
  }
  expect(await explain('applications: [Mail]', [])).toMatchObject({ mayContinue: false });
  const whole = await desk.call('adminExplainPolicy', { body: { text: POLICY, report } });
  expect(whole.body.scope).toBeNull();
});

test('a rehearsal, which shows how everybody stood, is written down like every look', async () => {
  const body = { text: POLICY, days: 14 };
  expect((await desk.call('adminRehearsePolicy', { body })).status).toBe(200);
  expect(await readAudit(company)).toMatchObject([
    { action: 'admin-read', outcome: 'done', target: expect.stringContaining('/policy/rehearse') },
  ]);
});

test('status names an exemption for a login that no one has, also of one who was here', async () => {
  const exemption = '{ login: long-erased, until: 2999-01-01, why: Old, approvedBy: Ilse }';
  await desk.call('adminApplyPolicy', {
    body: { text: POLICY.replace('required', `required, exemptions: [${exemption}]`) },
  });
  const { body } = await desk.call('adminStatus');
  expect(body.warnings).toContainEqual(expect.stringContaining('exempts the login long-erased from FirewallEnable'));
});
