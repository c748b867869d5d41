import { type DeviceReport, type SecurityCheck, signedReportPayloadSchema } from '@vestibule/contracts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, signInAs } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

const POLICY = `
version: 1
workplaceAccessPolicy: Strict
checks:
  KnownDevice: { severity: required, parameters: { keyProtection: hardware } }
`;

let server: TestServer;
let company: TestCompany;
beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
});
afterAll(() => server.close());

type Claims = Partial<DeviceReport['client']> & {
  readonly operatingSystem?: DeviceReport['device']['operatingSystem'];
};

/** A new computer of a new person that reports. @returns what KnownDevice says of it */
async function reportOf({ operatingSystem = 'linux', ...client }: Claims): Promise<SecurityCheck | undefined> {
  const visitor = new Visitor(server);
  await signInAs(visitor, await addPerson(company));
  const device = await createSimulatedDevice();
  const session = await visitor.openSession(device);
  const { payload } = await device.sign(session, {});
  const { report } = signedReportPayloadSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  const claimed = {
    ...report,
    // What a client says of its registration is the server's to say.
    facts: { registration: fact({ state: 'approved', keyProtection: 'tpm' }) },
    client: { ...report.client, ...client },
    device: { ...report.device, operatingSystem },
  };
  const reply = await visitor.upload(session, await device.sign(session, {}, { report: claimed }));
  if (reply.status !== 204) throw new Error(`The report was refused: ${reply.status}`);
  const { body } = await visitor.checkResult(session);
  expect(body.complianceStatus).toBe(body.securityChecks[0]?.isPassed === true ? 'Compliant' : 'NotCompliant');
  return body.securityChecks[0];
}

test.each(['tpm', 'secure-enclave'] as const)('keys in the %s are let in, shown as claimed', async (keyProtection) => {
  expect(await reportOf({ keyProtection })).toMatchObject({
    isPassed: true,
    evidence: { found: expect.stringContaining('(as Workplace says)') as unknown },
  });
});

test.each(['file', 'os-keychain'] as const)(
  'keys in the %s are kept out, with the next step',
  async (keyProtection) => {
    expect(await reportOf({ keyProtection })).toMatchObject({
      isPassed: false,
      isRequired: true,
      state: 'failed',
      checkMessage: 'The keys of this computer are not in security hardware',
      description: expect.stringContaining('workplace keys --renew') as unknown,
      fixAction: null,
      helpArticle: 'known-device',
    });
  },
);

test.each(['windows', 'macos'] as const)(
  'on %s no one is sent to a command that cannot help',
  async (operatingSystem) => {
    const { description } = (await reportOf({ keyProtection: 'file', operatingSystem })) ?? {};
    expect(description).toContain('ask your I.T. department');
    expect(description).not.toContain('--renew');
  },
);
