import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { upstreams } from '../../../database/schema.ts';
import { addPerson, readAudit, type TestPerson } from '../../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { forgetRefusals } from '../../../testing/forget-refusals.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { type AuditEvent, audit } from '../../audit/audit.ts';
import { createSocketDesk, type Desk, given } from '../../../testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let jane: TestPerson;
const upstreamId = randomUUID();
/** Another identity provider, of a company they work with. */
let otherId: string;

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
  const body = { kind: 'oidc', name: 'Partner', settings: { ...settings, issuer: 'https://login.partner.example' } };
  otherId = given((await desk.call('adminAddUpstream', { body })).body.upstreamId);
});
afterAll(() => server.close());
beforeEach(async () => {
  jane = await addPerson(company);
});

const link = async (personId: string, subject: string, at: string = upstreamId) => {
  const wanted = { parameters: { personId }, body: { link: { upstreamId: at, subject } } };
  expect((await desk.call('adminLinkPerson', wanted)).status).toBe(200);
};
const erase = async () => {
  const wanted = { parameters: { personId: jane.id }, query: { confirm: jane.login } };
  expect((await desk.call('adminErasePerson', wanted)).status).toBe(200);
};
const arrival = async (
  details: Record<string, unknown>,
  action: AuditEvent['action'] = 'upstream',
  target = 'Alderbrook',
  at = target === 'Alderbrook' ? upstreamId : otherId,
) => {
  await forgetRefusals(server);
  const of = { subjectId: details['login'] === jane.login ? jane.id : null, upstreamId: at, account: null };
  await audit(
    await server.company(),
    { address: '192.0.2.7', correlationId: randomUUID() },
    { action, outcome: 'refused', actor: null, target, of, details },
  );
};
const rename = async (name: string) => {
  const wanted = { parameters: { upstreamId: otherId }, body: { name } };
  expect((await desk.call('adminUpdateUpstream', wanted)).status).toBe(200);
};
const auditText = async () => JSON.stringify(await readAudit(company, 500));

describe('of someone who is erased', () => {
  test('no subject at an identity provider stays in the audit log, neither the present one nor one before', async () => {
    const [first, second] = [`jane.q-${randomUUID()}@idp.example`, `00u-${randomUUID()}`];
    await link(jane.id, first);
    await link(jane.id, second);
    // Arrivals that were refused name no one but the subject.
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

describe('of two whom different identity providers call the same', () => {
  let tom: TestPerson;
  let subject: string;
  beforeEach(async () => {
    tom = await addPerson(company);
    subject = `subject-${randomUUID()}`;
    await link(jane.id, subject);
    await link(tom.id, subject, otherId);
    await arrival({ code: 'upstream_denied', subject });
    await arrival({ code: 'upstream_denied', subject }, 'upstream', 'Partner');
    // What it is called by now is another name than the one it had.
    await rename('Former partner');
    await arrival({ code: 'upstream_denied', subject }, 'upstream', 'Former partner');
    await rename('Partner');
  });
  const ofTom = [
    { target: 'Former partner', details: { subject: expect.any(String) as unknown } },
    { target: 'Partner', details: { subject: expect.any(String) as unknown } },
  ];
  const arrivals = async () =>
    (await readAudit(company, 500)).filter(
      ({ outcome, details }) => outcome === 'refused' && details['subject'] === subject,
    );

  test('erasing one leaves what is written of the other', async () => {
    expect(await arrivals()).toHaveLength(3);
    await erase();
    expect(await arrivals()).toMatchObject(ofTom);
    expect(await readAudit(company, 500)).toContainEqual(
      expect.objectContaining({
        target: tom.login,
        details: expect.objectContaining({ after: { upstreamId: otherId, subject } }) as unknown,
      }),
    );
  });

  test('an export has the arrivals of one, which name no one, and none of the other', async () => {
    const exported = async (personId: string) => {
      const { status, body } = await desk.call('adminExportPerson', { parameters: { personId } });
      expect(status).toBe(200);
      return body.data['audit_entries'];
    };
    const refusedAt = (target: string) =>
      expect.objectContaining({ target, outcome: 'refused', details: { code: 'upstream_denied', subject } }) as unknown;
    const [ofJane, hers] = [await exported(jane.id), refusedAt('Alderbrook')];
    expect(ofJane).toContainEqual(hers);
    for (const target of ['Partner', 'Former partner']) expect(ofJane).not.toContainEqual(refusedAt(target));
    const his = await exported(tom.id);
    for (const target of ['Partner', 'Former partner']) expect(his).toContainEqual(refusedAt(target));
    expect(his).not.toContainEqual(hers);
  });

  test('an identity provider that is gone is known by what is written of it', async () => {
    const body = { kind: 'oidc', name: `Gone ${subject}`, settings: { issuer: 'https://gone.example', clientId: 'x' } };
    const goneId = given((await desk.call('adminAddUpstream', { body })).body.upstreamId);
    await arrival({ code: 'upstream_denied', subject }, 'upstream', body.name, goneId);
    const query = { acceptLockingOut: '9' };
    expect((await desk.call('adminRemoveUpstream', { parameters: { upstreamId: goneId }, query })).status).toBe(200);
    await erase();
    expect((await arrivals()).map(({ target }) => target)).toContain(body.name);
  });
});

test('an export has the arrivals that an erasing takes the person out of, by subject, object, login and id', async () => {
  const [subject, object] = [`subject-${randomUUID()}`, randomUUID()];
  await link(jane.id, subject);
  const arrivals = [
    { code: 'upstream_denied', subject },
    { login: jane.login, subject },
    { login: jane.login, tenant: 'contoso', object },
    { code: 'account_disabled', tenant: 'contoso', object },
    { personId: jane.id, standing: 'compliant' },
  ];
  for (const details of arrivals) await arrival(details, 'object' in details ? 'second-step' : 'upstream');
  const before = await readAudit(company, 500);
  const { body } = await desk.call('adminExportPerson', { parameters: { personId: jane.id } });
  const exported = body.data['audit_entries'] ?? [];
  await erase();
  const left = new Map((await readAudit(company, 500)).map((entry) => [entry.id, JSON.stringify(entry)]));
  const taken = before.filter((entry) => left.get(entry.id) !== JSON.stringify(entry)).map(({ id }) => id);
  expect(exported.map(({ id }) => id)).toEqual(taken.toReversed());
  expect(exported.map(({ details }) => details)).toEqual(expect.arrayContaining(arrivals));
});
