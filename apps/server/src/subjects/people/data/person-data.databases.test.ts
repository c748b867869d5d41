import { randomUUID } from 'node:crypto';
import { audit } from '../../audit/audit.ts';
import { findAuditEntries } from '../../../repositories/audit-log.ts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as schema from '../../../database/schema.ts';
import { createEvidenceKey } from '../../../operations/storage/evidence-key.ts';
import { addCompany, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { addPerson, personIdOf } from '../../../testing/planted.ts';
import { readRowsWith } from '../../../testing/stored-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createVictim } from '../../../testing/victim.ts';
import { Visitor } from '../../../testing/visitor.ts';
import {
  createDesk,
  createSocketDesk,
  type Desk,
  newestAudit,
  openDesk,
  plantAdministrator,
} from '../../../testing/administrators.ts';

const POLICY =
  'version: 1\nworkplaceAccessPolicy: Permissive\nchecks:\n  FirewallEnable: { severity: required, exemptions: [ { login: nadia, until: 2099-01-01, why: x, approvedBy: y } ] }\n';

let server: TestServer;
let company: TestCompany;
let desk: Desk;

describe('what is kept about a person', () => {
  beforeAll(async () => {
    server = await startTestServer({ policy: POLICY });
    company = await firstCompany(server);
    desk = await openDesk(company, 'administrator');
  });
  afterAll(() => server.close());

  test('is exported whole, without a secret, and that is written down', async () => {
    const victim = await createVictim(company);
    const { status, body } = await desk.call('adminExportPerson', { parameters: { personId: victim.personId } });
    expect(status).toBe(200);
    expect(Object.keys(body.data)).toEqual(
      expect.arrayContaining([
        'people',
        'web_sessions',
        'device_sessions',
        'devices',
        'reports',
        'access_grants',
        'pending_sign_ins',
        'audit_entries',
      ]),
    );
    expect(body.data['people']).toMatchObject([{ login: 'nadia' }]);
    const text = JSON.stringify(body);
    expect(text).toContain('firewall');
    for (const name of ['passwordHash', 'tokenHash', 'handleHash', 'sealed', 'Secret"'])
      expect(text).not.toContain(name);
    // Nothing of anybody else.
    expect(text).not.toContain('tomas');
    const [entry] = await findAuditEntries(server.context.database, eq(schema.auditEntries.action, 'person-export'), {
      isOldestFirst: true,
    });
    expect(entry).toMatchObject({ target: 'nadia', outcome: 'done' });
  });

  test('is erased: not a row says who it was, and others lose nothing', async () => {
    const { context } = company;
    const personId = await personIdOf(company, 'nadia');
    const [before] = await context.database
      .select()
      .from(schema.people)
      .where(and(eq(schema.people.companyId, company.id), eq(schema.people.id, personId)));
    const parameters = { personId };
    const evidence = await plantEvidence(personId);
    await context.database.insert(schema.issuedAssertions).values({
      companyId: company.id,
      assertionId: '_assertion',
      applicationId: randomUUID(),
      personId,
      webSessionId: randomUUID(),
      sessionIndex: '_session',
      nameId: 'nadia@alderbrook.example',
      nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      standing: 'compliant',
      evidence: 'software-key',
      issuedAt: context.now(),
    });

    expect((await desk.call('adminErasePerson', { parameters, query: { confirm: 'tomas' } })).body.code).toBe(
      'not_possible',
    );
    const dry = await desk.dryRun('adminErasePerson', { parameters, query: { confirm: 'nadia' } });
    expect(dry.body).toMatchObject({
      isDryRun: true,
      warnings: [expect.stringContaining('policy names this person'), expect.any(String)],
    });
    expect(dry.body.changes).toContainEqual({ field: 'people', from: '1 row', to: 'erased' });
    expect(await readRowsWith(context.database, [personId])).not.toEqual([]);

    const tomas = await personIdOf(company, 'tomas');
    const ofTomas = await readRowsWith(context.database, [tomas]);
    const { body } = await desk.call('adminErasePerson', { parameters, query: { confirm: 'Nadia' } });
    expect(body.pseudonym).toBe(`erased-${personId.slice(0, 8)}`);

    const words = [personId, before?.displayName ?? '', before?.email ?? '', 'NADIA-LT-0427'];
    const left = await readRowsWith(context.database, words);
    // The policy is a text of the administrator's, who is told that it names the person.
    expect(left.filter((row) => !row.startsWith('policies ') && !row.startsWith('issued_assertions '))).toEqual([]);
    expect(await readRowsWith(context.database, [tomas])).toEqual(ofTomas);
    expect(await context.evidence.get(evidence)).toMatchObject({ ok: false, code: 'not_found' });

    const entries = await findAuditEntries(context.database, eq(schema.auditEntries.companyId, company.id), {
      isOldestFirst: true,
    });
    const text = JSON.stringify(entries);
    for (const word of ['nadia', ...words]) expect(text).not.toContain(word);
    const own = entries.filter(({ actor }) => actor === body.pseudonym);
    expect(own.length).toBeGreaterThan(1);
    expect(own.map(({ address }) => address)).toEqual(own.map(() => ''));
    expect(entries.find(({ action }) => action === 'person-erase')).toMatchObject({ target: body.pseudonym });

    // That someone came in, and how, can still be seen.
    expect(await context.database.select().from(schema.issuedAssertions)).toMatchObject([
      { nameId: body.pseudonym, standing: 'compliant', endedAt: expect.any(Date) },
    ]);
    expect((await new Visitor(company).signIn(0)).body.code).toBe('credentials_wrong');
    expect((await desk.call('adminPerson', { parameters })).status).toBe(404);
  });

  /** A report of the person's whose evidence lies in the store. */
  async function plantEvidence(personId: string) {
    const { database, evidence, now } = server.context;
    const [session] = await database
      .select()
      .from(schema.deviceSessions)
      .where(eq(schema.deviceSessions.personId, personId));
    const id = randomUUID();
    const key = createEvidenceKey('reports', { companyId: company.id, id, at: now() });
    await evidence.put(key, Buffer.from('{}'));
    await database.insert(schema.reports).values({
      companyId: company.id,
      id,
      deviceSessionId: session?.id ?? '',
      deviceRowId: session?.deviceRowId ?? '',
      sequence: 99,
      payload: {},
      receivedAt: now(),
      evidenceKey: key,
    });
    return key;
  }

  test('takes along what is said of them, and no words of others', async () => {
    const max = await addPerson(company, 'max', { displayName: 'Max', email: 'max@alderbrook.example' });
    const maximilian = await addPerson(company, 'maximilian');
    const details = { reason: 'max 3 uses, and maximum', code: 'max', list: ['max', 'maxwell'] };
    const note = (correlationId: string, target: { id: string; login: string }) =>
      audit(
        { ...company.context, company },
        { address: '192.0.2.7', correlationId },
        {
          action: 'person',
          outcome: 'done',
          actor: { id: max, login: 'max' },
          target,
          details,
        },
      );
    await note('by-max', { id: maximilian, login: 'maximilian' });
    await note('about-max', { id: max, login: 'max' });
    const { body } = await desk.call('adminErasePerson', { parameters: { personId: max }, query: { confirm: 'max' } });
    const read = async (id: string) =>
      (await findAuditEntries(server.context.database, eq(schema.auditEntries.correlationId, id)))[0];
    const of = { actor: body.pseudonym, address: '' };
    expect(await read('by-max')).toMatchObject({ ...of, target: 'maximilian', details });
    // A reason is free words: all of it goes. What is a word of ours stays.
    const left = { ...details, reason: body.pseudonym };
    expect(await read('about-max')).toMatchObject({ ...of, target: body.pseudonym, details: left });
  });

  test('leaves entries about others as they are, whatever the erased one called themselves', async () => {
    const boss = await plantAdministrator(company, { role: 'administrator', login: 'boss@alderbrook.example' });
    const tomas = { id: await personIdOf(company, 'tomas'), login: 'tomas' };
    const reportId = '0b0e7a9c-5a1f-4c3e-9d57-3c1a0c2f9e11';
    const note = (correlationId: string, target: { id: string; login: string }, details: Record<string, unknown>) =>
      audit(
        { ...company.context, company },
        { address: '192.0.2.7', correlationId },
        {
          action: 'person',
          outcome: 'done',
          actor: { id: boss.personId, login: boss.login },
          target,
          details,
        },
      );
    const names = ['boss@alderbrook.example', 'Administrator', '4c3e'];
    for (const [index, displayName] of names.entries()) {
      const login = ['administrator', 'mallory', 'max2'][index] ?? '';
      const personId = await addPerson(company, login, { displayName, email: `${login}@alderbrook.example` });
      const others = { role: 'administrator', reportId, administrator: 'yes' };
      const about = { role: 'administrator', reportId, login };
      await note(`others-${index}`, tomas, others);
      await note(`about-${index}`, { id: personId, login }, about);
      const { body } = await desk.call('adminErasePerson', { parameters: { personId }, query: { confirm: login } });
      const read = async (id: string) =>
        (await findAuditEntries(server.context.database, eq(schema.auditEntries.correlationId, `${id}-${index}`)))[0];
      const by = { actor: boss.login, address: '192.0.2.7' };
      expect(await read('others')).toMatchObject({ ...by, target: 'tomas', details: others });
      const details = { ...about, login: body.pseudonym };
      expect(await read('about')).toMatchObject({ ...by, target: body.pseudonym, details });
    }
  });

  test('leaves a computer to the one who else signs in with it, without its name', async () => {
    const device = await createSimulatedDevice();
    const facts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
    const first = await plantAdministrator(company, { role: null, factors: ['password'] });
    const { personId, login } = first;
    const { database } = server.context;
    const visitor = new Visitor(company);
    for (const [name, value] of first.guise.cookies ?? []) visitor.cookies.set(name, value);
    await visitor.report(await visitor.openSession(device), device, facts);
    const second = new Visitor(company);
    await second.signIn(1);
    await second.report(await second.openSession(device), device, facts);

    await desk.call('adminErasePerson', { parameters: { personId }, query: { confirm: login } });
    const [row] = await database.select().from(schema.devices).where(eq(schema.devices.deviceId, device.deviceId));
    expect(row).toMatchObject({ personId: await personIdOf(company, 'tomas'), name: 'Computer', state: 'waiting' });
  });

  test('is erased with a word about the mails that still go to them', async () => {
    const login = `mailed-${randomUUID().slice(0, 8)}`;
    const personId = await addPerson(company, login);
    const email = `${login}@alderbrook.example`;
    await desk.call('adminUpdatePerson', { parameters: { personId }, body: { email } });
    const mail = { host: 'localhost', port: 2525, security: 'none', sender: 'gate@alderbrook.example' };
    const erase = async () => {
      const { body } = await desk.dryRun('adminErasePerson', { parameters: { personId }, query: { confirm: login } });
      return body.warnings.filter((warning) => warning.includes('mail set'));
    };
    expect(await erase()).toEqual([]);
    const others = ['it@alderbrook.example'];
    await desk.call('adminSetMail', { body: { ...mail, alerts: others, accessRequests: others } });
    expect(await erase()).toEqual([]);
    await desk.call('adminSetMail', { body: { alerts: [...others, email.toUpperCase()] } });
    expect(await erase()).toEqual([expect.stringMatching(/vestibule mail set --alerts ADDRESS$/)]);
    // A former address is theirs as well.
    await desk.call('adminUpdatePerson', { parameters: { personId }, body: { email: `new-${email}` } });
    await desk.call('adminSetMail', { body: { accessRequests: [email] } });
    expect(await erase()).toEqual([expect.stringMatching(/--alerts ADDRESS --access-requests ADDRESS$/)]);
  });

  test('of oneself is not erased, and not by anybody of another company', async () => {
    const me = await plantAdministrator(company, { role: 'administrator' });
    const parts = { parameters: { personId: me.personId }, query: { confirm: me.login } };
    expect((await createDesk(company, me.guise).call('adminErasePerson', parts)).body.code).toBe('not_possible');
    const other = await addCompany(server, 'elsewhere');
    const foreign = await openDesk(other, 'administrator');
    expect((await foreign.call('adminErasePerson', parts)).status).toBe(404);
    expect((await foreign.call('adminExportPerson', { parameters: { personId: me.personId } })).status).toBe(404);
    const socket = createSocketDesk(server);
    const named = { ...parts, query: { ...parts.query, company: 'elsewhere' } };
    expect((await socket.call('adminErasePerson', named)).status).toBe(404);
    expect(await newestAudit(other)).toMatchObject({
      actor: 'local command line',
      outcome: 'refused',
      address: 'local socket',
    });
  });
});
