import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ERROR_CODES } from '@vestibule/contracts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { freePort } from '@vestibule/testing/free-port';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson, type TestPerson, signInAs } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { METRICS } from './metrics.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const good = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const bad = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };
const REPOSITORY = join(import.meta.dirname, '../../../../..');

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

function readSamples(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', inner = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const labels = [...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text_ = '']) => [key, text_]);
    return { name, labels: Object.fromEntries(labels) as Record<string, string>, value: Number(value) };
  });
}

/** The metric that a sample is of: a histogram has several names. */
const metricOf = ({ name }: Sample) => name.replace(/_(?:bucket|sum|count)$/, '');

describe('what Prometheus is told', () => {
  let server: TestServer;
  let company: TestCompany;
  let person: TestPerson;
  let device: Awaited<ReturnType<typeof createSimulatedDevice>>;
  let scraped = '';
  let samples: Sample[] = [];
  let port = 0;
  const secrets = new Set<string>();

  beforeAll(async () => {
    port = await freePort();
    server = await startTestServer({ policy: POLICY, metricsPort: port });
    company = await firstCompany(server);
    person = await addPerson(company);
    device = await createSimulatedDevice();
    for (const facts of [bad, good]) {
      const visitor = new Visitor(company);
      const marker = await visitor.openApplication();
      await signInAs(visitor, person, marker);
      const session = await visitor.openSession(device);
      await visitor.report(session, device, facts);
      const result = await visitor.checkResult(session, marker);
      if (facts === good) await visitor.redeem(await device.open(session, result.body));
      for (const secret of [session.sessionId, marker, ...visitor.cookies.values()]) secrets.add(secret);
      server.advance(1000);
    }
    // What is wrong, and what stands in addresses that are not there.
    const stranger = new Visitor(company);
    await stranger.ask('/api/online/v1/sign-in', {
      method: 'POST',
      body: { login: person.login, password: 'canary-pw' },
    });
    await stranger.ask(`/nowhere/${person.login}?login=${person.login}`);
    await stranger.ask(`/api/devices/v2/check-result?sessionId=${device.deviceId}`);
    scraped = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    samples = readSamples(scraped);
  });
  afterAll(() => server.close());

  const valueOf = (name: string, labels: Record<string, string>) =>
    samples.find(
      (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
    )?.value;

  test('counts sign-ins, verdicts, refusals and calls', () => {
    expect(valueOf('vestibule_sign_ins_total', { outcome: 'issued', verdict: 'compliant' })).toBe(1);
    expect(valueOf('vestibule_verdicts_total', { check: 'FirewallEnable', state: 'failed' })).toBe(1);
    expect(valueOf('vestibule_verdicts_total', { check: 'FirewallEnable', state: 'passed' })).toBe(1);
    expect(valueOf('vestibule_refusals_total', { code: 'credentials_wrong' })).toBe(1);
    expect(valueOf('vestibule_call_seconds_count', { call: 'POST /api/devices/v2/saml-response', status: '2xx' })).toBe(
      1,
    );
    expect(valueOf('vestibule_call_seconds_count', { call: 'none', status: '4xx' })).toBe(1);
    expect(valueOf('vestibule_db_up', {})).toBe(1);
    expect(valueOf('vestibule_gate_report_only', {})).toBe(0);
    expect(valueOf('vestibule_memory_bytes', {})).toBeGreaterThan(1e7);
  });

  test('has every label that is declared, and no other', () => {
    for (const sample of samples) {
      const name = metricOf(sample);
      const declared = Object.entries(METRICS).find(([metric]) => metric === name)?.[1].labels;
      const own = Object.keys(sample.labels).filter((label) => label !== 'le');
      expect([name, own.toSorted()]).toEqual([name, [...(declared ?? ['not declared'])].toSorted()]);
    }
    // The server of the test speaks no https itself, and may have no connections to count.
    const missing = Object.keys(METRICS).filter((name) => !samples.some((sample) => metricOf(sample) === name));
    expect([
      'vestibule_certificate_expires_seconds',
      'vestibule_db_pool_waiting',
      'vestibule_db_pool_connections',
    ]).toEqual(expect.arrayContaining(missing));
  });

  test('names no person, computer, session or address', () => {
    const canaries = [person.login, person.id, device.deviceId, company.id, 'canary-pw', '127.0.0.1', ...secrets];
    expect(secrets.size).toBeGreaterThan(5);
    expect(canaries.filter((canary) => canary !== '' && scraped.includes(canary))).toEqual([]);
  });

  test('stands at one address, of a port of its own', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  });

  test('is what the documents, the alerts and the dashboard speak of', async () => {
    const read = (path: string) => readFile(join(REPOSITORY, path), 'utf8');
    const documented = [...(await read('docs/operations.md')).matchAll(/^\| `(vestibule_\w+)` \| (.*?) \|/gm)];
    const declared = Object.entries(METRICS).map(([name, { labels }]) => [
      name,
      labels.length === 0 ? '–' : labels.map((label) => `\`${label}\``).join(', '),
    ]);
    expect(documented.map(([, name, labels]) => [name, labels])).toEqual(declared);
    for (const path of ['deploy/metrics/alerts.yml', 'deploy/metrics/dashboard.json']) {
      const spoken = [...(await read(path)).matchAll(/\bvestibule_\w+/g)].map(([name]) =>
        name.replace(/_(?:bucket|sum|count)$/, ''),
      );
      expect(spoken.length).toBeGreaterThan(5);
      expect(spoken.filter((name) => !Object.hasOwn(METRICS, name))).toEqual([]);
    }
    const codes = [...(await read('deploy/metrics/alerts.yml')).matchAll(/code=~"([^"]+)"/g)].flatMap(([, text = '']) =>
      text.split('|'),
    );
    expect(codes.length).toBeGreaterThan(0);
    expect(ERROR_CODES).toEqual(expect.arrayContaining(codes));
    const dashboard: unknown = JSON.parse(await read('deploy/metrics/dashboard.json'));
    expect(dashboard).toMatchObject({ title: 'Vestibule', panels: expect.any(Array) });
  });
});
