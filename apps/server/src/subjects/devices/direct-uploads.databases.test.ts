import { CALLS, type FlattenedJws, PROGRAM_LIMITS, REPORT_MAXIMUM_BYTES, type SessionData } from '@vestibule/contracts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reports, uploads } from '../../database/schema.ts';
import { parseEvidenceKey } from '../../operations/storage/evidence-key.ts';
import { type S3TestServer, startS3TestServer } from '../../operations/storage/testing/s3-server.ts';
import { addPerson, type TestPerson, readAudit, signInAs } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

/** Reports that browsers put into the object store themselves, past this server. */
const POLICY =
  'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n  KnownDevice: { severity: required }\n';
const good = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const bad = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

interface Arrived {
  readonly visitor: Visitor;
  readonly device: SimulatedDevice;
  readonly marker: string;
  readonly session: SessionData;
}

describe('uploads into an object store', () => {
  let store: S3TestServer;
  let server: TestServer;
  let company: TestCompany;
  let person: TestPerson;

  beforeAll(async () => {
    store = await startS3TestServer(new Date());
    server = await startTestServer({ policy: POLICY, objectStore: store.settings });
    company = await firstCompany(server);
  });
  beforeEach(async () => {
    store.now = server.context.now();
    store.faults.length = 0;
    store.objects.clear();
    person = await addPerson(company);
  });
  afterAll(async () => {
    await server.close();
    await store.stop();
  });

  const advance = (milliseconds: number) => {
    server.advance(milliseconds);
    store.now = server.context.now();
  };

  /** Someone at the gate, signed in, with a device session. */
  async function arrive(): Promise<Arrived> {
    const visitor = new Visitor(company);
    const device = await createSimulatedDevice();
    const marker = await visitor.openApplication();
    await signInAs(visitor, person, marker);
    return { visitor, device, marker, session: await visitor.openSession(device) };
  }

  /** An address for so many bytes. */
  async function addressFor({ visitor, session }: Arrived, length: number): Promise<string> {
    const query = `sessionId=${session.sessionId}&deviceDataVersion=1&deviceDataLength=${length}&dataFormat=json&isLogin=true`;
    const { body } = await visitor.device<{ uploadUrl: string }>(`${CALLS.uploadUrl.path}?${query}`);
    return body.uploadUrl;
  }

  /** What a browser does: no cookie, no token, the address alone. @returns the store's status */
  async function put(address: string, text: string): Promise<number> {
    return (await fetch(address, { method: 'PUT', body: text, headers: { 'content-type': 'application/json' } }))
      .status;
  }

  async function putReport(arrived: Arrived, report: FlattenedJws): Promise<string> {
    const text = JSON.stringify(report);
    const address = await addressFor(arrived, Buffer.byteLength(text));
    expect(await put(address, text)).toBe(200);
    return address;
  }

  const keyIn = (address: string) => new URL(address).pathname.split('/').slice(2).join('/');
  const resultFor = ({ visitor, session, marker }: Arrived) => visitor.checkResult(session, marker);
  const storedReports = ({ session }: Arrived) =>
    server.context.database.select().from(reports).where(eq(reports.deviceSessionId, session.sessionId));

  async function expectRefusedAs(arrived: Arrived, code: string): Promise<void> {
    expect((await resultFor(arrived)).status).toBe(204);
    expect(await readAudit(company)).toMatchObject([
      { action: 'device-report', outcome: 'refused', actor: person.login, details: { code } },
    ]);
    expect(await storedReports(arrived)).toEqual([]);
  }

  test('lead to a permit and through the gate, and this server never sees the body', async () => {
    const arrived = await arrive();
    const address = await putReport(arrived, await arrived.device.sign(arrived.session, good));
    expect(new URL(address).origin).toBe(store.settings.endpoint);
    const result = await resultFor(arrived);
    expect([result.status, result.body.complianceStatus]).toEqual([200, 'Compliant']);
    const permit = await arrived.device.open(arrived.session, result.body);
    expect((await arrived.visitor.redeem(permit)).body.samlResponse).toEqual(expect.any(String));
  });

  test('are allowed by the page’s content security policy, to this store alone', async () => {
    const { headers } = await new Visitor(company).ask('/device-check/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(/connect-src ([^;]*)/.exec(policy)?.[1]?.trim()).toBe(`'self' ${store.settings.endpoint}`);
  });

  test('are kept as evidence as they were judged, and what was put there is taken away', async () => {
    const arrived = await arrive();
    const report = await arrived.device.sign(arrived.session, good);
    await putReport(arrived, report);
    await resultFor(arrived);
    const [row] = await storedReports(arrived);
    expect(parseEvidenceKey(row?.evidenceKey ?? '')).toMatch(/^reports\//);
    expect([...store.objects.keys()]).toEqual([row?.evidenceKey]);
    expect(JSON.parse(String(store.objects.get(row?.evidenceKey ?? '')))).toEqual(report);
  });

  test('that are not there yet are no answer, and are judged when they are', async () => {
    const arrived = await arrive();
    const text = JSON.stringify(await arrived.device.sign(arrived.session, good));
    const address = await addressFor(arrived, Buffer.byteLength(text));
    expect((await resultFor(arrived)).status).toBe(204);
    await put(address, text);
    expect((await resultFor(arrived)).body.complianceStatus).toBe('Compliant');
  });

  test('that came too late are never looked at', async () => {
    const arrived = await arrive();
    const text = JSON.stringify(await arrived.device.sign(arrived.session, good));
    const address = await addressFor(arrived, Buffer.byteLength(text));
    advance(61_000);
    expect(await put(address, text)).toBe(403);
    // Someone with the keys of the bucket could still write there.
    store.objects.set(keyIn(address), Buffer.from(text));
    advance(60_000);
    expect((await resultFor(arrived)).status).toBe(204);
  });

  test('of another session are refused, no matter who puts them there', async () => {
    const [mine, theirs] = [await arrive(), await arrive()];
    await putReport(mine, await theirs.device.sign(theirs.session, good));
    await expectRefusedAs(mine, 'report_altered');
    // The same device, in another session of it.
    const again = { ...mine, session: await mine.visitor.openSession(mine.device) };
    await putReport(again, await mine.device.sign(mine.session, good));
    await expectRefusedAs(again, 'report_wrong_session');
  });

  test('of one session are not judged for another', async () => {
    const [mine, theirs] = [await arrive(), await arrive()];
    await putReport(theirs, await theirs.device.sign(theirs.session, good));
    expect((await resultFor(mine)).status).toBe(204);
    expect(await storedReports(mine)).toEqual([]);
    expect((await resultFor(theirs)).body.complianceStatus).toBe('Compliant');
  });

  test('that are too old tell the page to begin again, as it has no other way to hear it', async () => {
    const arrived = await arrive();
    const text = JSON.stringify(await arrived.device.sign(arrived.session, good));
    advance(PROGRAM_LIMITS.nonceLifeMs + 1);
    await put(await addressFor(arrived, Buffer.byteLength(text)), text);
    const result = await resultFor(arrived);
    expect([result.status, result.body.code]).toEqual([401, 'session_expired']);
    expect(await readAudit(company)).toMatchObject([{ details: { code: 'report_nonce_expired' } }]);
    // Asked again, there is nothing new.
    expect((await resultFor(arrived)).status).toBe(204);
  });

  test('that are replaced after the verdict change nothing', async () => {
    const arrived = await arrive();
    const failed = await arrived.device.sign(arrived.session, bad);
    const address = await putReport(arrived, failed);
    expect((await resultFor(arrived)).body.complianceStatus).toBe('NotCompliant');
    const better = JSON.stringify(await arrived.device.sign(arrived.session, good));
    store.objects.set(keyIn(address), Buffer.from(better));
    const result = await resultFor(arrived);
    expect(result.body).toMatchObject({ complianceStatus: 'NotCompliant', encryptedPermit: null });
    const [row] = await storedReports(arrived);
    expect(JSON.parse(String(store.objects.get(row?.evidenceKey ?? '')))).toEqual(failed);
  });

  test('that are put again at an address that was used are not judged again', async () => {
    const arrived = await arrive();
    const text = JSON.stringify(await arrived.device.sign(arrived.session, good));
    const address = await addressFor(arrived, Buffer.byteLength(text));
    await put(address, text);
    await resultFor(arrived);
    expect(await put(address, text)).toBe(200);
    const asked = store.log.length;
    await resultFor(arrived);
    expect(store.log.slice(asked)).toEqual([]);
    expect(await storedReports(arrived)).toHaveLength(1);
  });

  test('of another length than the address was made for are refused by the store, and else by this server', async () => {
    const arrived = await arrive();
    const text = JSON.stringify(await arrived.device.sign(arrived.session, good));
    const address = await addressFor(arrived, Buffer.byteLength(text));
    expect(await put(address, `${text} `)).toBe(403);
    store.objects.set(keyIn(address), Buffer.from(`${text} `));
    await expectRefusedAs(arrived, 'upload_length_wrong');
  });

  test('that are larger than any report are neither given an address nor read', async () => {
    const arrived = await arrive();
    const { visitor, session } = arrived;
    const query = `sessionId=${session.sessionId}&deviceDataVersion=1&deviceDataLength=${REPORT_MAXIMUM_BYTES + 1}&dataFormat=json&isLogin=true`;
    expect((await visitor.device(`${CALLS.uploadUrl.path}?${query}`)).status).toBe(413);
    const address = await addressFor(arrived, REPORT_MAXIMUM_BYTES);
    store.objects.set(keyIn(address), Buffer.alloc(REPORT_MAXIMUM_BYTES + 1, ' '));
    await expectRefusedAs(arrived, 'report_too_large');
  });

  test.each(['{}', '[]', 'null', '{"payload":1}', 'not json', '{"payload":"x","protected":"y","signature":"z"}'])(
    'that are no report are refused: %s',
    async (text) => {
      const arrived = await arrive();
      await put(await addressFor(arrived, text.length), text);
      expect((await resultFor(arrived)).status).toBe(204);
      expect(await readAudit(company)).toMatchObject([{ action: 'device-report', outcome: 'refused' }]);
      expect(store.objects.size).toBe(0);
    },
  );

  test('are judged once, by one of many questions at once', async () => {
    const arrived = await arrive();
    await putReport(arrived, await arrived.device.sign(arrived.session, good));
    const results = await Promise.all(Array.from({ length: 5 }, () => arrived.visitor.checkResult(arrived.session)));
    for (const { status } of results) expect([200, 204]).toContain(status);
    expect(await storedReports(arrived)).toHaveLength(1);
    const refused = (await readAudit(company, 20)).filter(
      ({ action, outcome, actor }) => action === 'device-report' && outcome === 'refused' && actor === person.login,
    );
    expect(refused).toEqual([]);
  });

  test('in a store that fails are written down, and the next one is judged', async () => {
    const arrived = await arrive();
    await putReport(arrived, await arrived.device.sign(arrived.session, good));
    store.faults.push(503, 503, 503);
    await expectRefusedAs(arrived, 'store_unreachable');
    await putReport(arrived, await arrived.device.sign(arrived.session, good));
    expect((await resultFor(arrived)).body.complianceStatus).toBe('Compliant');
  });

  test('cannot be sent through this server, whatever is guessed from the address', async () => {
    const arrived = await arrive();
    const report = await arrived.device.sign(arrived.session, good);
    const address = await addressFor(arrived, Buffer.byteLength(JSON.stringify(report)));
    const [row] = await server.context.database
      .select()
      .from(uploads)
      .where(eq(uploads.deviceSessionId, arrived.session.sessionId));
    expect(row?.evidenceKey).toBe(keyIn(address));
    const guesses = [row?.evidenceKey ?? '', row?.idHash ?? '', keyIn(address).split('/').at(-1) ?? ''];
    for (const guess of guesses) {
      const path = `/api/devices/v2/upload/${encodeURIComponent(guess)}`;
      expect((await arrived.visitor.ask(path, { method: 'PUT', body: report })).status).toBe(404);
    }
  });
});
