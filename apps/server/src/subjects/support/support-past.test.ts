import { signedReportPayloadSchema } from '@vestibule/contracts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCommandLine } from '../../command-line/run-command-line.ts';
import { addPerson, readAudit, setPolicy, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { type Desk, openDesk } from '../../testing/administrators.ts';

const CHECKS = 'checks:\n  FirewallEnable: { severity: required }\n';
const STRICT = `version: 1\nworkplaceAccessPolicy: Strict\n${CHECKS}`;
const GOOD = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const OBSERVING = { gate: { state: 'observing', until: null, isReading: true, reason: 'a look' } } as const;

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer({ policy: STRICT });
  company = await firstCompany(server);
  desk = await openDesk(company, 'support');
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, {});
  await setPolicy(company, STRICT);
});

interface Caller {
  readonly somebody: TestPerson;
  readonly visitor: Visitor;
  readonly marker: string;
  readonly code: string;
}

async function caller(): Promise<Caller> {
  const somebody = await addPerson(company);
  const visitor = new Visitor(company);
  const marker = await visitor.openApplication();
  await signInAs(visitor, somebody, marker);
  await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
  const settings = await visitor.ask<{ displaySessionId: string }>('/api/device-compliance/v1/settings');
  return { somebody, visitor, marker, code: settings.body.displaySessionId };
}

async function caseOf({ code }: Caller) {
  const { body } = await desk.call('adminSupport', { parameters: { code } });
  const saysOf = (link: string) => body.chain.find((one) => one.link === link)?.says;
  return { ...body, saysOf };
}

async function type(...words: string[]): Promise<string> {
  let said = '';
  const write = (text: string) => void (said += text);
  await runCommandLine([...words, '--company', 'alderbrook', '--data', server.dataFolder], {
    out: write,
    err: write,
    columns: 80,
  });
  return said;
}

const openWithLeave = ({ visitor, marker }: Caller) =>
  visitor.ask(`/api/device-compliance/v1/saml-response?loginMarker=${marker}`);

async function grant({ somebody }: Caller): Promise<void> {
  const body = { personId: somebody.id, applicationId: null, hours: 4, uses: 1, reason: 'no laptop' };
  expect((await desk.call('adminGrantAccess', { body })).status).toBe(200);
}

test('anyone who is at work by leave that is used up misses nothing, and is given no more leave', async () => {
  const who = await caller();
  await grant(who);
  expect((await openWithLeave(who)).status).toBe(200);
  const found = await caseOf(who);
  expect(found).toMatchObject({ broken: null, grants: [] });
  expect(found.saysOf('response')).toMatch(
    /^Alderbrook Mail was given its response at [-\d]{10} \d\d:\d\d UTC, by temporary access\.$/,
  );
  const said = await type('support', who.code);
  expect(said).toContain('- computer     They had temporary access.');
  expect(said).not.toContain('vestibule access grant');
  // What is asked for afterwards is another case.
  server.advance(1000);
  const marker = await who.visitor.openApplication();
  await who.visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
  expect(await caseOf(who)).toMatchObject({ broken: 'computer' });
});

test('so does anyone who went on without Workplace, which was allowed once', async () => {
  await setPolicy(company, `version: 1\nworkplaceAccessPolicy: Permissive\n${CHECKS}`);
  await configure(company, { skipping: { isAllowed: true, maximumPerWeek: 1 } });
  const who = await caller();
  const path = `/api/device-compliance/v1/saml-response/skip-installation?loginMarker=${who.marker}`;
  expect((await who.visitor.ask(path)).status).toBe(200);
  const found = await caseOf(who);
  expect(found.broken).toBeNull();
  expect(found.saysOf('response')).toContain(', without Workplace.');
});

test.each([
  ['gate', ', while the gate only observed.'],
  ['scope', ', without the policy being enforced for them.'],
])('so does anyone who was let through while nothing was enforced, also after it is: %s', async (why, words) => {
  const scope = 'version: 1\nenforceFor: { groups: [no one] }\n';
  if (why === 'gate') await configure(company, OBSERVING);
  else await setPolicy(company, `${scope}workplaceAccessPolicy: Strict\n${CHECKS}`);
  const who = await caller();
  const opened = await who.visitor.ask<string>(`/saml/continue?login=${who.marker}&read=done`);
  expect(opened.body).toContain('SAMLResponse');
  await configure(company, {});
  await setPolicy(company, STRICT);
  const found = await caseOf(who);
  expect(found.broken).toBeNull();
  expect(found.saysOf('response')).toContain(words);
});

test('a report that was refused is told while the gate observes, with the reason, and counted', async () => {
  await configure(company, OBSERVING);
  const who = await caller();
  const device = await createSimulatedDevice();
  const session = await who.visitor.openSession(device);
  const whole = await device.sign(session, GOOD);
  const payload = signedReportPayloadSchema.parse(JSON.parse(Buffer.from(whole.payload, 'base64url').toString()));
  const before = (await desk.call('adminReport')).body;
  const report = await device.sign(session, GOOD, {
    report: { ...payload.report, client: { ...payload.report.client, systemRoot: 'scratch' } },
  });
  expect((await who.visitor.upload(session, report)).body).toMatchObject({ code: 'report_refused' });

  const reason = 'This client reads below another root folder, which only tests may do.';
  const [entry] = await readAudit(company);
  expect(entry).toMatchObject({ action: 'device-report', details: { code: 'report_refused', reason } });
  expect((await caseOf(who)).saysOf('report')).toBe(
    `The gate only observes. The last report was refused (report_refused): ${reason}`,
  );
  const after = (await desk.call('adminReport')).body;
  expect(after.refusedReports).toEqual({ ...before.refusedReports, report_refused: 1 });
  expect(await type('report')).toMatch(/Computers +none reported; 1 report was refused\n/);

  // One that is taken afterwards ends it.
  server.advance(1000);
  expect((await who.visitor.report(session, device, GOOD)).status).toBe(204);
  expect((await caseOf(who)).saysOf('report')).toBe('The gate only observes.');
});

test('where it is enforced, the chain breaks at the report that was refused', async () => {
  const who = await caller();
  const device = await createSimulatedDevice();
  const session = await who.visitor.openSession(device);
  const other = await createSimulatedDevice(device.deviceId);
  expect((await who.visitor.upload(session, await other.sign(session, GOOD))).body.code).toBe('report_altered');
  const found = await caseOf(who);
  expect(found.broken).toBe('report');
  expect(found.saysOf('report')).toBe(
    'The last report was refused (report_altered): The report is not signed by this device’s key. On the computer: workplace doctor',
  );
});

test('the report counts who could not sign in, and what an application asked for in vain', async () => {
  const { body: before } = await desk.call('adminReport');
  const visitor = new Visitor(company);
  const { login } = await addPerson(company);
  await visitor.ask('/api/online/v1/sign-in', { method: 'POST', body: { login, password: 'wrong' } });
  await visitor.openApplication({ issuer: 'https://unknown.example/metadata' });
  const { body: after } = await desk.call('adminReport');
  const more = (counts: Readonly<Record<string, number>>, code: string) => ({
    ...counts,
    [code]: (counts[code] ?? 0) + 1,
  });
  expect(after.refusedSignIns).toEqual(more(before.refusedSignIns, 'credentials_wrong'));
  expect(after.refusedRequests).toEqual(more(before.refusedRequests, 'saml_request_unknown_issuer'));
  expect(after.refusals).toEqual(before.refusals);
  expect(await type('report')).toMatch(
    /REFUSED +BECAUSE +TIMES\nrequest +saml_request_unknown_issuer +1\nsign-in +cred/,
  );
});
