import type { CheckResult, DeviceInfo, SessionData } from '@vestibule/contracts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { devices, issuedAssertions } from '../../database/schema.ts';
import { addPerson, deviceInfo, exchangeKeys, postCheck, setApplication, signInAs } from '../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

/**
 * Who may be issued an assertion, written down once more, apart from the code: the person at the computer, when it is in order
 * and speaks a version that it has not left behind; the thief with all of their cookies, never.
 */
const POLICY = `
version: 1
workplaceAccessPolicy: Strict
checks:
  FirewallEnable: { severity: required }
  KnownDevice: { severity: required }
`;
const V1 = '/api/device-compliance/v1';
const ACTIVATE = '/api/auth/v2/activate';

let server: TestServer;
let company: TestCompany;
beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
});
afterAll(() => server.close());
afterEach(() => setApplication(company, { settings: {} }));

const STEPS = [
  { kind: 'turn', isOn: true },
  { kind: 'turn', isOn: false },
  { kind: 'wait', ms: 20_000 },
  { kind: 'wait', ms: 200_000 },
  { kind: 'report', version: 1 },
  { kind: 'report', version: 2 },
  { kind: 'enter', version: 1 },
  { kind: 'enter', version: 2 },
  { kind: 'rob', of: 'new' },
  { kind: 'rob', of: 'victim' },
] as const;
type Step = (typeof STEPS)[number];

/** The obvious model. */
class Model {
  isOn = true;
  hasUsedV2 = false;

  /** @returns whether an assertion has to come of the step: no more, and no less */
  take(step: Step): boolean {
    switch (step.kind) {
      case 'turn':
        this.isOn = step.isOn;
        return false;
      case 'wait':
      case 'rob':
        return false;
      case 'report':
        if (step.version === 2) this.hasUsedV2 = true;
        return false;
      case 'enter':
        if (step.version === 2) this.hasUsedV2 = true;
        return this.isOn && (step.version === 2 || !this.hasUsedV2);
      default:
        return step satisfies never;
    }
  }
}

/** One person with one computer, and a thief who has copied all of the browser's cookies before each of their steps. */
class World {
  readonly visitor = new Visitor(server);
  readonly #isMfa: boolean;
  readonly #device: SimulatedDevice;
  readonly #personId: string;
  isOn = true;
  marker = '';
  #second: SessionData | null = null;
  #first: SessionData | null = null;
  #lastInfo: DeviceInfo | null = null;
  #lastWay = '';
  #lastResult: CheckResult | null = null;

  private constructor(isMfa: boolean, device: SimulatedDevice, personId: string) {
    this.#isMfa = isMfa;
    this.#device = device;
    this.#personId = personId;
  }

  static async create(isMfa: boolean): Promise<World> {
    await setApplication(company, { settings: isMfa ? { mode: 'mfa' } : {} });
    await configure(company, { registration: { mode: 'automatic', maximumPerPerson: 5 } });
    const somebody = await addPerson(company);
    const world = new World(isMfa, await createSimulatedDevice(), somebody.id);
    world.marker = await world.visitor.openApplication();
    await signInAs(world.visitor, somebody, world.marker);
    // The first report registers the computer, in the first version; an administrator approves it, and none after it.
    await world.report(1);
    const isIt = and(eq(devices.companyId, company.id), eq(devices.personId, somebody.id));
    await server.context.database.update(devices).set({ state: 'approved', approvedBy: 'boss' }).where(isIt);
    await configure(company, { registration: { mode: 'approved', maximumPerPerson: 5 } });
    return world;
  }

  get #facts() {
    return { firewall: fact({ isOn: this.isOn, manager: 'ufw', gaps: [] }) };
  }

  async #info(): Promise<DeviceInfo | null> {
    const keys = await exchangeKeys(this.visitor, this.#device);
    if (keys.sessionId !== undefined) this.#first = keys;
    if (this.#first === null) return null;
    this.#lastInfo = await deviceInfo(this.#device, this.#first, this.#facts);
    return this.#lastInfo;
  }

  async report(version: 1 | 2): Promise<void> {
    server.advance(1);
    if (version === 1) {
      await postCheck(this.visitor, await this.#info(), '?skipSamlResponse=true');
      return;
    }
    this.#second = await this.visitor.openSession(this.#device);
    await this.visitor.report(this.#second, this.#device, this.#facts);
  }

  async #open(): Promise<string> {
    const marker = await this.visitor.openApplication();
    await this.visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
    this.marker = marker;
    return marker;
  }

  async enter(version: 1 | 2): Promise<void> {
    const marker = await this.#open();
    if (version === 1) return this.#enterByReport(marker);
    await this.report(2);
    if (this.#second === null) return;
    this.#lastResult = (await this.visitor.checkResult(this.#second, marker)).body;
    if (this.#lastResult.encryptedPermit === null) return;
    const permit = await this.#device.open(this.#second, this.#lastResult);
    const isPassed = this.#isMfa && (await this.#activate({ type: 'deviceComplianceV2', permit }));
    if (!this.#isMfa || isPassed) await this.visitor.redeem(permit);
  }

  async #enterByReport(marker: string): Promise<void> {
    server.advance(1);
    if (this.#isMfa) {
      const body = { type: 'deviceCompliance', deviceComplianceInfo: null, loginMarker: marker };
      if (!(await this.#activate({ ...body, deviceInfo: await this.#info() }))) return;
      server.advance(1);
    }
    await postCheck(this.visitor, await this.#info(), `?loginMarker=${marker}`);
  }

  /** @returns whether the factor had been given before */
  async #activate(body: object): Promise<boolean> {
    const reply = await this.visitor.ask<{ continueTo: string }>(ACTIVATE, { method: 'POST', body });
    if (reply.status === 200) {
      this.#lastWay = reply.body.continueTo;
      await this.visitor.ask(this.#lastWay);
    }
    return reply.body.code === 'already_activated';
  }

  async rob(of: 'new' | 'victim'): Promise<void> {
    const thief = new Visitor(server);
    for (const [name, value] of this.visitor.cookies) thief.cookies.set(name, value);
    const marker = of === 'victim' ? this.marker : await thief.openApplication();
    await thief.ask(`/api/online/v1/pending-sign-in/${marker}`);
    await thief.ask(`/saml/continue?login=${marker}&read=done`);
    const proof = new URL(this.#lastWay, server.url).searchParams.get('proof') ?? 'none';
    await thief.ask(`/saml/continue?login=${marker}&proof=${proof}`);
    await thief.ask(`${V1}/check/${this.#device.deviceId}?loginMarker=${marker}`);
    await thief.ask(`${V1}/saml-response?loginMarker=${marker}`);
    await postCheck(thief, this.#lastInfo, `?loginMarker=${marker}`);
    const permit = this.#lastResult?.encryptedPermit ?? 'sealed';
    await thief.redeem(permit);
    const first = { type: 'deviceCompliance', deviceComplianceInfo: null, loginMarker: marker };
    for (const body of [first, { ...first, deviceInfo: this.#lastInfo }, { type: 'deviceComplianceV2', permit }]) {
      await thief.ask(ACTIVATE, { method: 'POST', body });
    }
    await thief.ask(`/saml/continue?login=${marker}`);
  }

  count(): Promise<number> {
    return server.context.database.$count(issuedAssertions, eq(issuedAssertions.personId, this.#personId));
  }
}

async function run(world: World, step: Step): Promise<void> {
  switch (step.kind) {
    case 'turn':
      world.isOn = step.isOn;
      return;
    case 'wait':
      server.advance(step.ms);
      return;
    case 'report':
      return world.report(step.version);
    case 'enter':
      return world.enter(step.version);
    case 'rob':
      return world.rob(step.of);
    default:
      return step satisfies never;
  }
}

describe.each([
  ['the check itself opens', false],
  ['the device is the second factor', true],
])('where %s', (_, isMfa) => {
  test('assertions come of the person at the computer and of nothing else, whatever happens before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 3, maxLength: 9 }), async (steps) => {
        const world = await World.create(isMfa);
        const model = new Model();
        for (const step of steps) {
          const before = await world.count();
          await run(world, step);
          const isIssued = (await world.count()) > before;
          expect({ step, isIssued }).toEqual({ step, isIssued: model.take(step) });
        }
      }),
      { numRuns: 8 },
    );
  }, 120_000);
});
