import type { CheckResult, SessionData } from '@vestibule/contracts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { devices, signIns } from '../database/schema.ts';
import { grantTemporaryAccess } from '../subjects/access/temporary-access.ts';
import { addPerson, signInAs, type TestPerson } from './at-the-gate.ts';
import { called } from './called.ts';
import { configure, type TestCompany } from './companies.ts';
import type { TestServer } from './test-server.ts';
import { Visitor } from './visitor.ts';

export const TRAVELLERS_POLICY = `
version: 1
workplaceAccessPolicy: Strict
checks:
  FirewallEnable: { severity: required }
  OsAutoUpdateEnable: { severity: required }
`;
export const TRAVELLERS_CHECKS = ['FirewallEnable', 'OsAutoUpdateEnable'] as const;
export type TravellersCheck = (typeof TRAVELLERS_CHECKS)[number];
const LINUX = fact({ family: 'linux', id: 'debian', version: '12', name: 'Debian GNU/Linux 12' });

const factsWithout = (failing: readonly TravellersCheck[]) => ({
  operatingSystem: LINUX,
  firewall: fact({ isOn: !failing.includes('FirewallEnable'), manager: 'ufw', gaps: [] }),
  automaticUpdates: fact({
    state: failing.includes('OsAutoUpdateEnable') ? 'off' : 'on',
    mechanism: 'unattended-upgrades',
  }),
});

/** One person with a computer, on the way to an application. */
export class Traveller {
  readonly #server: TestServer;
  readonly #company: TestCompany;
  readonly visitor: Visitor;
  readonly person: TestPerson;
  readonly device: SimulatedDevice;
  marker = '';
  session: SessionData | null = null;
  result: CheckResult | null = null;

  constructor(
    { server, company }: { readonly server: TestServer; readonly company: TestCompany },
    visitor: Visitor,
    person: TestPerson,
    device: SimulatedDevice,
  ) {
    this.#server = server;
    this.#company = company;
    this.visitor = visitor;
    this.person = person;
    this.device = device;
  }

  async arrive(): Promise<this> {
    this.marker = await this.visitor.openApplication();
    return this;
  }

  async signIn(): Promise<this> {
    await signInAs(this.visitor, this.person, this.marker);
    await this.visitor.ask(`/api/online/v1/pending-sign-in/${this.marker}`);
    return this;
  }

  async report(failing: readonly TravellersCheck[]): Promise<this> {
    this.session ??= await this.visitor.openSession(this.device);
    await this.visitor.report(this.session, this.device, factsWithout(failing));
    return this.poll();
  }

  async poll(): Promise<this> {
    if (this.session !== null) {
      const { status, body } = await this.visitor.checkResult(this.session, this.marker);
      this.result = status === 200 ? body : null;
    }
    return this;
  }

  async fix(type: TravellersCheck): Promise<number> {
    if (this.session === null) return 0;
    const body = { sessionId: this.session.sessionId, fixActionTypes: [type] };
    return (await this.visitor.device('/api/devices/v2/fix-grant', { method: 'POST', body })).status;
  }

  async redeem(): Promise<number> {
    const { session, result } = this;
    if (session === null || result === null || result.encryptedPermit === null) return 0;
    return (await this.visitor.redeem(await this.device.open(session, result))).status;
  }

  async askInstaller(): Promise<void> {
    await this.visitor.ask('/api/device-compliance/v1/installer-parameters?mode=frontline&noToken=true');
  }

  async useAccess(): Promise<number> {
    await grantTemporaryAccess(
      await this.#server.company(),
      { address: '127.0.0.1', correlationId: 'test-test' },
      {
        personId: this.person.id,
        applicationId: null,
        hours: 2,
        reason: 'Laptop is being repaired',
        uses: 1,
        overridesStopper: false,
        grantedBy: called('support'),
      },
    );
    return (await this.visitor.ask(`/api/device-compliance/v1/saml-response?loginMarker=${this.marker}`)).status;
  }

  async block(isBlocked: boolean): Promise<void> {
    await this.#server.context.database
      .update(devices)
      .set({ state: isBlocked ? 'blocked' : 'approved' })
      .where(and(eq(devices.companyId, this.#company.id), eq(devices.deviceId, this.device.deviceId)));
  }

  /** As the list of sign-ins has it; null: it has none. */
  async row() {
    const rows = await this.#server.context.database.select().from(signIns).where(eq(signIns.id, this.marker));
    return rows[0] ?? null;
  }
}

export async function createTraveller(at: {
  readonly server: TestServer;
  readonly company: TestCompany;
}): Promise<Traveller> {
  return new Traveller(at, new Visitor(at.server), await addPerson(at.company), await createSimulatedDevice());
}

export const observe = (company: TestCompany, isObserving: boolean) =>
  configure(company, isObserving ? { gate: { state: 'observing', isReading: true } } : {});
