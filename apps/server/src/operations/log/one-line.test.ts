import { createSimulatedDevice } from '@vestibule/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oneLine } from './one-line.ts';
import { createDesk, type Desk, plantAdministrator } from '../../testing/administrators.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

const BREAKS = ['\n', '\r', '\t', '\u0085', '\u2028', '\u2029', '\u001b', '\u202e', '\u2066'];

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = createDesk(company, (await plantAdministrator(company, { role: 'administrator' })).guise);
});
afterAll(() => server.close());

test('whatever is stored, it is one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...BREAKS), (text, lineBreak) => {
      const line = oneLine(`a${text}${lineBreak}b`);
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
      expect(line.startsWith('a') && line.endsWith(' b')).toBe(true);
    }),
  );
});

describe('a name that breaks or turns a line round', () => {
  test.each(BREAKS)('is refused where it is given: %j', async (sign) => {
    const name = `nadia${sign}FORGED`;
    const tried = [
      await desk.dryRun('adminAddPerson', { body: { login: name, displayName: 'N', email: 'n@vestibule.example' } }),
      await desk.dryRun('adminAddPerson', { body: { login: 'n', displayName: name, email: 'n@vestibule.example' } }),
      await desk.dryRun('adminAddPerson', {
        body: { login: 'n', displayName: 'N', email: 'n@vestibule.example', groups: [name] },
      }),
      await desk.dryRun('adminAddApplication', { body: { name, metadata: '<x/>' } }),
      await desk.dryRun('adminCreateToken', { body: { name, role: 'auditor', days: 1 } }),
    ];
    expect(tried.map(({ body }) => [body.code, body.message?.includes('metadata') ?? false])).toEqual(
      tried.map(() => ['request_malformed', false]),
    );
    const signIn = { method: 'POST', body: { login: name, password: 'x' } } as const;
    const { status } = await new Visitor(company).ask('/api/online/v1/sign-in', signIn);
    expect(status).toBe(400);
  });

  test('of a computer is made one line, since no one typed it', async () => {
    const visitor = new Visitor(company);
    await visitor.signIn(1);
    const device = await createSimulatedDevice();
    const deviceName = 'TOMAS-LT\n2026-11-23  FORGED LINE\u2028x';
    await visitor.openSession({ ...device, parameters: async () => ({ ...(await device.parameters()), deviceName }) });
    const { devices } = (await desk.call('adminDevices')).body;
    expect(devices.map(({ name }) => name)).toEqual(['TOMAS-LT 2026-11-23  FORGED LINE x']);
  });
});
