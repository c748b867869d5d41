import type { SignedReportPayload } from '@vestibule/contracts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { devices } from '../../database/schema.ts';
import { createSocketDesk, given } from '../../testing/administrators.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

const POLICY = `
version: 1
workplaceAccessPolicy: Strict
checks:
  FirewallEnable: { severity: required }
`;
/** Nothing of it is seen: a filler, a blank of no width, marks of direction, a braille cell without dots. */
const UNSEEN = '\u115F\u200B\u202E\u2066\u2800';
const TURNED = 'Lat\u202Eitude\u2069\n7440';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
});
afterAll(() => server.close());

/** A client that says what it likes of its computer, by a session and by a report. */
async function say(deviceName: string, said: object) {
  const visitor = new Visitor(server);
  await visitor.signIn(0);
  const device = await createSimulatedDevice();
  const named = { ...device, parameters: async () => ({ ...(await device.parameters()), deviceName }) };
  const session = await visitor.openSession(named);
  const firewall = fact({ isOn: true, manager: 'ufw', gaps: [] });
  const signed = await device.sign(session, { firewall });
  const { report } = JSON.parse(Buffer.from(signed.payload, 'base64url').toString()) as SignedReportPayload;
  const changed = { report: { ...report, device: { ...report.device, deviceName, ...said } } };
  const taken = await visitor.upload(session, await device.sign(session, { firewall }, changed));
  expect(taken.status).toBeLessThan(300);
  const rows = await server.context.database.select().from(devices).where(eq(devices.deviceId, device.deviceId));
  const parameters = { id: given(rows[0]).id };
  const { body } = await createSocketDesk(server).call('adminDevice', { parameters });
  const result = await visitor.checkResult(session);
  return { deviceId: device.deviceId, shown: body, result: result.body };
}

test('a computer whose name shows nothing is called by the beginning of its id', async () => {
  const { deviceId, shown } = await say(UNSEEN, {});
  expect(shown.name).toBe(deviceId.slice(0, 8));
});

test('each text of a report is one line that keeps its direction, for who reads it here and at the computer', async () => {
  const texts = { model: TURNED, manufacturer: TURNED, serialNumber: TURNED, deviceLoginName: TURNED };
  const { shown, result } = await say(`FRONT\u202E-DESK\r\nblocked`, { ...texts, osVersionCaption: TURNED });
  expect(shown.name).toBe('FRONT -DESK blocked');
  expect(shown.report).toMatchObject(Object.fromEntries(Object.keys(texts).map((name) => [name, 'Lat itude 7440'])));
  expect(result).toMatchObject({ deviceName: 'FRONT -DESK blocked', osVersionCaption: 'Lat itude 7440' });
});
