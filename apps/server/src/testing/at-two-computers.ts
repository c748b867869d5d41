import { CALLS, type FlattenedJws, type SessionData, type WaitingComputer } from '@vestibule/contracts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { devices, webSessions } from '../database/schema.ts';
import { exchangeKeys, postCheck, signInAs, type TestPerson } from './at-the-gate.ts';
import type { TestCompany } from './companies.ts';
import { type Reply, Visitor } from './visitor.ts';

export const GOOD = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
export const BAD = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

/** A computer at which a person has signed in, with a browser and its device session. */
export class Computer {
  readonly visitor: Visitor;
  readonly device: SimulatedDevice;
  readonly company: TestCompany;
  session: SessionData;

  private constructor(company: TestCompany, visitor: Visitor, device: SimulatedDevice, session: SessionData) {
    this.company = company;
    this.visitor = visitor;
    this.device = device;
    this.session = session;
  }

  /** Signs in by the password, and reports nothing yet. */
  static async open(company: TestCompany, somebody: TestPerson, device?: SimulatedDevice): Promise<Computer> {
    const visitor = new Visitor(company);
    await signInAs(visitor, somebody);
    const own = device ?? (await createSimulatedDevice());
    return new Computer(company, visitor, own, await visitor.openSession(own));
  }

  /** One that waits: it has reported, in the second version. */
  static async waiting(company: TestCompany, somebody: TestPerson): Promise<Computer> {
    const computer = await Computer.open(company, somebody);
    await computer.report();
    return computer;
  }

  /** One that speaks the first version. */
  static async ofFirstVersion(company: TestCompany, somebody: TestPerson): Promise<Computer> {
    const visitor = new Visitor(company);
    await signInAs(visitor, somebody);
    const device = await createSimulatedDevice();
    return new Computer(company, visitor, device, await exchangeKeys(visitor, device));
  }

  /** One that was registered by a second factor of this person. */
  static async known(company: TestCompany, somebody: TestPerson): Promise<Computer> {
    const visitor = new Visitor(company);
    await signInAs(visitor, somebody);
    await company.context.database
      .update(webSessions)
      .set({ factors: ['upstream', 'upstream-mfa'], secondFactorAt: company.context.now() })
      .where(and(eq(webSessions.companyId, company.id), eq(webSessions.personId, somebody.id)));
    const device = await createSimulatedDevice();
    const computer = new Computer(company, visitor, device, await visitor.openSession(device));
    await computer.report();
    // The factor grows old: from here on the computer alone speaks.
    await company.context.database
      .update(webSessions)
      .set({ factors: ['password'], secondFactorAt: null })
      .where(and(eq(webSessions.companyId, company.id), eq(webSessions.personId, somebody.id)));
    return computer;
  }

  async report(facts = GOOD): Promise<void> {
    const { status } = await this.visitor.report(this.session, this.device, facts);
    if (status !== 204) throw new Error(`The report was refused: ${status}`);
  }

  async check(facts = GOOD): Promise<void> {
    const signedReport = await this.sign(facts);
    const info = {
      lookupId: this.device.deviceId,
      deviceImportantDataHash: 'hash',
      deviceType: 0,
      osVersionCaption: 'Debian GNU/Linux 12',
      signedReport,
    };
    await postCheck(this.visitor, info, '?skipSamlResponse=true');
  }

  sign(facts = GOOD): Promise<FlattenedJws> {
    return this.device.sign(this.session, facts);
  }

  askForCode(): Promise<Reply<{ code: string; expiresAt: string }>> {
    const body = { sessionId: this.session.sessionId };
    return this.visitor.ask(CALLS.createVouchingCode.path, { method: 'POST', body });
  }

  async code(): Promise<string> {
    const { body, status } = await this.askForCode();
    if (status !== 200) throw new Error(`There is no code: ${status} ${body.code}`);
    return body.code;
  }

  look(code: string): Promise<Reply<WaitingComputer>> {
    return this.visitor.ask(CALLS.waitingComputer.path, { method: 'POST', body: { code } });
  }

  /** Confirms a code with a report of this moment, or with what is given instead. */
  async vouch(
    code: string,
    { signedReport, sessionId = this.session.sessionId, ...asking }: Partial<Shown> = {},
  ): Promise<Reply<unknown>> {
    const body = { code, sessionId, signedReport: signedReport ?? (await this.sign()) };
    return this.visitor.ask(CALLS.vouch.path, { method: 'POST', body, ...asking });
  }

  async row() {
    const [row] = await this.company.context.database
      .select()
      .from(devices)
      .where(and(eq(devices.companyId, this.company.id), eq(devices.deviceId, this.device.deviceId)));
    if (row === undefined) throw new Error('This computer is not known at all.');
    return row;
  }

  async set(changes: Partial<typeof devices.$inferInsert>): Promise<void> {
    const { id } = await this.row();
    const isIt = and(eq(devices.companyId, this.company.id), eq(devices.id, id));
    await this.company.context.database.update(devices).set(changes).where(isIt);
  }

  /** @returns what going to work comes to: a response, or the code of the refusal */
  async goToWork(): Promise<string> {
    const marker = await this.visitor.openApplication();
    await this.visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
    await this.report();
    const permit = await this.device.open(this.session, (await this.visitor.checkResult(this.session, marker)).body);
    const { status, body } = await this.visitor.redeem(permit);
    return status === 200 ? 'at work' : String(body.code);
  }
}

interface Shown {
  readonly signedReport: FlattenedJws;
  readonly sessionId: string;
  readonly withoutXsrf: boolean;
  readonly headers: Record<string, string>;
}
