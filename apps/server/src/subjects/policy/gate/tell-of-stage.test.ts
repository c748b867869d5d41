import tls from 'node:tls';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  MAIL_PASSWORD,
  MAIL_USER,
  startMailServer,
  type TestMailServer,
} from '../../../operations/mail/testing/smtp-server.ts';
import { mailServers } from '../../../database/schema.ts';
import { findUntoldStages } from '../../../repositories/due-stages.ts';
import { type Desk, newestAudit, openDesk } from '../../../testing/administrators.ts';
import { setPolicy } from '../../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { LOCALHOST_CERTIFICATE } from '../../../testing/localhost-certificate.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { TOLD_BEFORE_MS, tellOfStage } from './tell-of-stage.ts';

const POLICY =
  'version: 1\nworkplaceAccessPolicy: Strict\nenforceFor: { groups: [Pilot] }\nchecks:\n  FirewallEnable: { severity: required }\n';
const HOUR_MS = 3_600_000;
const logger = pino({ level: 'silent' });

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let smtp: TestMailServer;

beforeAll(async () => {
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, LOCALHOST_CERTIFICATE]);
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  smtp = await startMailServer({});
  return () => tls.setDefaultCACertificates(trusted);
});
afterAll(async () => {
  await smtp.close();
  await server.close();
});
beforeEach(async () => {
  await server.context.database.delete(mailServers);
  server.advance(1000);
  smtp.received.length = 0;
  await configure(company, {});
  await setPolicy(company, POLICY);
  desk = await openDesk(company, 'administrator');
});

const at = (left: number) => new Date(server.context.now().getTime() + left).toISOString();
const stage = (name: string, more: object) => ({ name, groups: [], percentage: null, applications: [], ...more });
const plan = async (begins: string | null, name = 'Everybody') =>
  desk.call('adminSetStages', {
    body: { stages: [stage('Pilot', { groups: ['Pilot'] }), stage(name, { at: begins })] },
  });
const tell = async () => tellOfStage(await server.company(), logger);
const untold = async () =>
  findUntoldStages(server.context.database, new Date(server.context.now().getTime() + TOLD_BEFORE_MS));
async function nameForAlerts(alerts: readonly string[]): Promise<void> {
  await desk.call('adminSetMail', {
    body: {
      ...{ host: 'localhost', port: smtp.port, security: 'starttls', user: MAIL_USER, password: MAIL_PASSWORD },
      ...{ sender: 'gate@alderbrook.example', alerts: [...alerts] },
    },
  });
}

test('no one is told while no one is named for alerts, and they are once someone is', async () => {
  await plan(at(HOUR_MS));
  expect([await untold(), await tell()]).toEqual([[company.id], false]);
  await nameForAlerts(['it@alderbrook.example']);
  expect([await tell(), smtp.received.length]).toEqual([true, 1]);
});

test('who is named is told two days before, once, for whom it is and how many it would stop', async () => {
  await nameForAlerts(['it@alderbrook.example', 'boss@alderbrook.example']);
  await plan(at(TOLD_BEFORE_MS + HOUR_MS));
  expect([await untold(), await tell()]).toEqual([[], false]);
  server.advance(2 * HOUR_MS);
  expect([await untold(), await tell()]).toEqual([[company.id], true]);
  expect(smtp.received.map(({ to }) => to)).toEqual([['it@alderbrook.example'], ['boss@alderbrook.example']]);
  expect(smtp.received[0]?.text).toMatch(/stage 2, Everybody, begins by itself.*enforced for \d+ people/s);
  expect(smtp.received[0]?.text).toContain('vestibule gate impact --stage 2 --people');
  expect(await newestAudit(company)).toMatchObject({ action: 'mail', details: { what: 'stage' } });
  expect([await untold(), await tell(), smtp.received.length]).toEqual([[], false, 2]);
});

test('a plan that is saved again tells no one twice, and one with another time does', async () => {
  await nameForAlerts(['it@alderbrook.example']);
  const begins = at(HOUR_MS);
  await plan(begins);
  expect(await tell()).toBe(true);
  const { version } = (await desk.call('adminStages')).body;
  await plan(begins);
  expect((await desk.call('adminStages')).body.version).toBe(version);
  expect(await tell()).toBe(false);
  await plan(at(2 * HOUR_MS));
  expect([await tell(), smtp.received.length]).toEqual([true, 2]);
});

test('of one without a time, or whose time has come, no one is told', async () => {
  await nameForAlerts(['it@alderbrook.example']);
  await plan(null);
  expect(await tell()).toBe(false);
  await plan(at(HOUR_MS));
  server.advance(2 * HOUR_MS);
  expect([await tell(), smtp.received.length]).toEqual([false, 0]);
});
