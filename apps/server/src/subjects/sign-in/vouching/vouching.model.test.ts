import type { FlattenedJws } from '@vestibule/contracts';
import { createSimulatedDevice, propertyRuns } from '@vestibule/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, type TestPerson } from '../../../testing/at-the-gate.ts';
import { BAD, Computer, GOOD } from '../../../testing/at-two-computers.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

/** When a computer may be registered by another one, written down once more, apart from the code. */
const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';

let server: TestServer;
let company: TestCompany;
beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
});
afterAll(() => server.close());

/** What is as it should be is drawn most of the time: else next to nothing would ever be registered. */
const mostly = <T>(good: T, ...bad: readonly T[]) =>
  fc.oneof({ arbitrary: fc.constant(good), weight: 5 * bad.length }, ...bad.map((value) => fc.constant(value)));

const WORLD = fc.record({
  mode: mostly('verified', 'approved', 'automatic'),
  maximum: fc.constantFrom(null, 1, 2, 3),
  voucher: mostly('by-factor', 'first-by-itself', 'by-administrator', 'later-by-itself', 'waiting', 'retired'),
  isVoucherTheirs: mostly(true, false),
  isHealthy: mostly(true, false),
  proof: mostly('signed-now', 'signed-before', 'other-key'),
  code: mostly('right', 'wrong', 'over', 'used', 'of-another'),
  next: mostly('waiting', 'registered', 'retired'),
  hasBlocked: mostly(false, true),
});
type World = typeof WORLD extends fc.Arbitrary<infer T> ? T : never;

/** Tried each time: few runs may draw none like it. */
const AS_IT_SHOULD_BE: World = {
  mode: 'verified',
  maximum: null,
  voucher: 'by-factor',
  isVoucherTheirs: true,
  isHealthy: true,
  proof: 'signed-now',
  code: 'right',
  next: 'waiting',
  hasBlocked: false,
};

/** The obvious model. There is one registered computer more, so that the code can be asked for whatever the voucher is. */
function isRegistered(world: World): boolean {
  const isVoucherApproved = world.voucher !== 'waiting' && world.voucher !== 'retired';
  const isTheirsAndApproved = isVoucherApproved && world.isVoucherTheirs;
  const registered = 1 + (isTheirsAndApproved ? 1 : 0);
  return (
    world.mode === 'verified' &&
    (world.maximum === null || registered < world.maximum) &&
    isTheirsAndApproved &&
    world.voucher !== 'later-by-itself' &&
    world.isHealthy &&
    world.proof === 'signed-now' &&
    world.code === 'right' &&
    world.next === 'waiting' &&
    !world.hasBlocked
  );
}

async function build(world: World) {
  await configure(company, { registration: { mode: 'verified' } });
  const [somebody, another] = [await addPerson(company), await addPerson(company)];
  const first = world.voucher === 'first-by-itself' ? await Computer.known(company, somebody) : null;
  server.advance(1000);
  const anchor = await Computer.known(company, somebody);
  server.advance(1000);
  const voucher = first ?? (await Computer.known(company, somebody));
  if (world.voucher.endsWith('by-itself')) await voucher.set({ approvedBy: null });
  if (world.voucher === 'by-administrator') await voucher.set({ approvedBy: 'boss' });
  if (world.voucher === 'waiting' || world.voucher === 'retired') await voucher.set({ state: world.voucher });
  if (!world.isVoucherTheirs) await voucher.set({ personId: another.id });
  const next = await Computer.waiting(company, somebody);
  const code = await codeIn(world, next, another, anchor);
  if (world.next === 'registered') await next.set({ state: 'approved' });
  if (world.next === 'retired') await next.set({ state: 'retired' });
  if (world.hasBlocked) await (await Computer.waiting(company, somebody)).set({ state: 'blocked' });
  await configure(company, { registration: { mode: world.mode, maximumPerPerson: world.maximum } });
  return { voucher, next, code };
}

async function codeIn({ code }: World, next: Computer, another: TestPerson, anchor: Computer): Promise<string> {
  if (code === 'wrong') return 'ZZZZ-2222';
  if (code === 'of-another') {
    await Computer.known(company, another);
    return (await Computer.waiting(company, another)).code();
  }
  const right = await next.code();
  if (code === 'over') server.advance(600_001);
  if (code === 'used') {
    await anchor.vouch(right);
    await next.set({ state: 'waiting' });
  }
  return right;
}

async function proofIn({ proof, isHealthy }: World, voucher: Computer): Promise<FlattenedJws> {
  const facts = isHealthy ? GOOD : BAD;
  if (proof === 'other-key') {
    const other = await createSimulatedDevice(voucher.device.deviceId);
    return other.sign(voucher.session, facts, { sequence: 9000 });
  }
  const signed = await voucher.sign(facts);
  if (proof === 'signed-before') await voucher.visitor.upload(voucher.session, signed);
  return signed;
}

test('a computer is registered by another one exactly when all of it is as it should be', async () => {
  let registered = 0;
  await fc.assert(
    fc.asyncProperty(WORLD, async (world) => {
      const { voucher, next, code } = await build(world);
      const before = (await next.row()).state;
      const { status } = await voucher.vouch(code, { signedReport: await proofIn(world, voucher) });
      const after = (await next.row()).state;
      const isNow = before !== 'approved' && after === 'approved';
      expect({ isAnswered: status === 204, isNow }).toEqual({
        isAnswered: isRegistered(world),
        isNow: isRegistered(world),
      });
      if (isNow) registered += 1;
    }),
    { numRuns: propertyRuns(60), examples: [[AS_IT_SHOULD_BE]] },
  );
  expect(registered).toBeGreaterThan(0);
}, 240_000);
