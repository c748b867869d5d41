import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { upstreams } from '../../database/schema.ts';
import { addPerson, readAudit, type Somebody } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type AuditEvent, audit } from '../audit.ts';
import { createSocketDesk, type Desk } from './testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let jane: Somebody;
const upstreamId = randomUUID();

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = createSocketDesk(server);
  const settings = { issuer: 'https://login.alderbrook.example', clientId: 'vestibule' };
  await server.context.database.insert(upstreams).values({
    companyId: company.id,
    id: upstreamId,
    name: 'Alderbrook',
    kind: 'oidc',
    settings,
    sealedSecret: null,
    isEnabled: true,
    createdAt: server.context.now(),
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  jane = await addPerson(company);
});

const link = async (personId: string, subject: string) => {
  const wanted = { parameters: { personId }, body: { link: { upstreamId, subject } } };
  expect((await desk.call('adminLinkPerson', wanted)).status).toBe(200);
};
const erase = async () => {
  const wanted = { parameters: { personId: jane.id }, query: { confirm: jane.login } };
  expect((await desk.call('adminErasePerson', wanted)).status).toBe(200);
};
const arrival = async (details: Record<string, unknown>, action: AuditEvent['action'] = 'upstream') =>
  audit(
    await server.company(),
    { address: '192.0.2.7', correlationId: randomUUID() },
    { action, outcome: 'refused', actor: null, target: 'Alderbrook', details },
  );
const auditText = async () => JSON.stringify(await readAudit(company, 500));

describe('of somebody who is erased', () => {
  test('no subject at an identity provider stays in the audit log, neither the present one nor one before', async () => {
    const [first, second] = [`jane.q-${randomUUID()}@idp.example`, `00u-${randomUUID()}`];
    await link(jane.id, first);
    await link(jane.id, second);
    // Arrivals that were refused name nobody but the subject.
    await arrival({ code: 'upstream_denied', subject: first });
    await arrival({ code: 'upstream_denied', subject: second });
    await arrival({ code: 'upstream_person_unknown', tenant: 'contoso', object: second }, 'second-step');
    await erase();
    const text = await auditText();
    expect(text).not.toContain(first);
    expect(text).not.toContain(second);
    expect(text).toContain('contoso');
  });

  test('a short one is taken from what is about them alone', async () => {
    const other = await addPerson(company);
    await link(jane.id, '1');
    await link(other.id, '11');
    await arrival({ code: 'upstream_denied', subject: '1', attempts: '1' });
    await arrival({ code: 'upstream_denied', subject: '11', attempts: '1' });
    await erase();
    const about = (await readAudit(company, 500)).map(({ details }) => details);
    expect(about.filter(({ subject }) => subject === '1')).toEqual([]);
    expect(about).toContainEqual(expect.objectContaining({ subject: '11', attempts: '1' }));
    expect(about).toContainEqual(expect.objectContaining({ after: { upstreamId, subject: '11' } }));
  });
});
