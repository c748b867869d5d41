import { LIMITS } from '@vestibule/contracts';
import { beforeEach, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { createFakePorts, failedWith, type FakePorts, said, settle } from '../fake-ports.ts';
import { firefoxExtensionMachine, selectFirefoxExtensionView } from './firefox-extension.ts';

let ports: FakePorts;
let clock: SimulatedClock;
beforeEach(() => {
  ports = createFakePorts();
  ports.isExtensionThere = false;
  clock = new SimulatedClock();
});

const advance = async (milliseconds: number) => {
  clock.increment(milliseconds);
  await settle();
};

async function open() {
  const actor = createActor(firefoxExtensionMachine, { clock, input: { ports } }).start();
  await settle();
  return { actor, view: () => selectFirefoxExtensionView(actor.getSnapshot()) };
}

test('[S2.117, S5.020] Continue leads nowhere before the link was opened', async () => {
  const { actor, view } = await open();
  expect(view().mayContinue).toBe(false);
  actor.send({ type: 'user.continue' });
  expect(ports.left).toEqual([]);
});

test('[S2.118] then it leads to /v2/download, loaded again for the extension', async () => {
  const { actor, view } = await open();
  actor.send({ type: 'user.open-link' });
  expect(view().mayContinue).toBe(true);
  expect(ports.left).toEqual([]);
  actor.send({ type: 'user.continue' });
  expect(ports.left).toEqual(['/device-check/v2/download']);
});

test('an extension that is there already needs no link', async () => {
  const { view } = await open();
  ports.isExtensionThere = true;
  await advance(LIMITS.extensionCheckIntervalMs);
  expect(view()).toEqual({ mayContinue: true, isNotAnswering: false });
});

test.each([
  ['NADIA-LT-0427', true],
  [null, false],
])('with the extension there and the client silent, a computer remembered as %s: %s', async (name, expected) => {
  if (name !== null) ports.remembered.set('deviceName', name);
  ports.isExtensionThere = true;
  ports.onMessage('get-device-name', () => failedWith('host-missing'));
  const { view } = await open();
  expect(view().isNotAnswering).toBe(expected);
});

test('goes on by itself once the client answers', async () => {
  await open();
  ports.isExtensionThere = true;
  ports.onMessage('get-device-name', () => said({ id: 'i', deviceName: 'NADIA', clientVersion: '3.6.0' }));
  await advance(LIMITS.extensionCheckIntervalMs);
  expect(ports.visited).toEqual(['/v2']);
});
