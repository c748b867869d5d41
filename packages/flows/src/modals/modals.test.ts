import { beforeEach, describe, expect, test } from 'vitest';
import { check, createModalsBench, type ModalsBench, result, SERVICE } from './testing/modals-bench.ts';

let bench: ModalsBench;
beforeEach(() => {
  bench = createModalsBench();
});

const start: ModalsBench['start'] = (service) => bench.start(service);
const shown = () => bench.shown();
const types = () => bench.types();
const verbs = () => bench.heard.flatMap((report) => (report.type === 'modals.activity' ? [report.verb] : []));

const unmanaged = check('ManagedDevice', false, { fixAction: { fixActionType: 'ManagedDevice' } });
const managed = check('ManagedDevice', true);

describe('device management', () => {
  test('[S4.045, S1.019, S2.063] a failed ManagedDevice check with a fix action opens the offer', () => {
    start().send(result(unmanaged));
    expect(shown()).toEqual({
      kind: 'device-management',
      step: 'offering',
      serviceName: 'Alder MDM',
      mayOptOut: true,
      can: ['Erase it'],
      cannot: [],
    });
  });

  test.each([
    ['that passes', managed, SERVICE],
    ['without a fix action', { ...unmanaged, fixAction: null }, SERVICE],
    ['where the company offers no service', unmanaged, null],
  ])('a check %s opens nothing', (_, what, service) => {
    start(service).send(result(what));
    expect(shown()).toBeNull();
  });

  test('[S1.020, S4.046, S7.078] enrolling opens the service in a tab; once the check passes it is completed', () => {
    const modals = start();
    modals.send(result(unmanaged));
    modals.send({ type: 'user.enroll' });
    expect(bench.ports.opened).toEqual([SERVICE.enrollUrl]);
    expect(shown()).toMatchObject({ step: 'enrolling' });
    modals.send(result(unmanaged));
    expect(shown()).toMatchObject({ step: 'enrolling' });
    modals.send(result(managed));
    expect(shown()).toMatchObject({ step: 'enrolled' });
    expect(types()).toEqual(['modals.enrolled', 'modals.activity']);
    expect(verbs()).toEqual(['deviceManagedServiceEnrolled']);
  });

  test('[S4.047] OK closes it and goes on', () => {
    const modals = start();
    modals.send(result(unmanaged));
    modals.send({ type: 'user.enroll' });
    modals.send(result(managed));
    modals.send({ type: 'user.enrollment-ok' });
    expect(shown()).toBeNull();
    expect(types().at(-1)).toBe('modals.continue');
  });

  test('an enrolment that ends after the window was closed is said as well, once', () => {
    const modals = start();
    modals.send(result(unmanaged));
    modals.send({ type: 'user.enroll' });
    modals.send({ type: 'user.close-modal' });
    expect(shown()).toBeNull();
    modals.send(result(unmanaged));
    expect(shown()).toBeNull();
    modals.send(result(managed));
    expect(shown()).toMatchObject({ step: 'enrolled' });
    modals.send({ type: 'user.close-modal' });
    modals.send(result(managed));
    expect(shown()).toBeNull();
    expect(verbs()).toEqual(['deviceManagedServiceEnrolled']);
  });

  test.each(['user.remind-later', 'user.close-modal'] as const)(
    '[S1.021, S2.063, S7.086] %s: not again in this visit, unless asked for',
    (type) => {
      const modals = start();
      modals.send(result(unmanaged));
      modals.send({ type });
      modals.send(result(unmanaged));
      expect(shown()).toBeNull();
      expect(verbs()).toEqual(['deviceManagedServiceSkipped']);
      modals.send({ type: 'modal.device-management' });
      expect(shown()).toMatchObject({ step: 'offering' });
    },
  );

  test('[S1.022, S7.080] opting out is kept, and the offer does not come by itself while it holds', () => {
    const modals = start();
    modals.send(result(unmanaged));
    modals.send({ type: 'user.opt-out' });
    expect(bench.ports.memory.read('hasOptedOut')).toBe(true);
    expect(verbs()).toEqual(['deviceManagedServiceOptedOut']);
    start().send(result(unmanaged));
    expect(shown()).toBeNull();
  });

  test('opting out is not possible where the company does not allow it', () => {
    const modals = start({ ...SERVICE, mayOptOut: false });
    modals.send(result(unmanaged));
    modals.send({ type: 'user.opt-out' });
    expect(bench.ports.memory.read('hasOptedOut')).toBeNull();
    expect(shown()).toMatchObject({ step: 'offering', mayOptOut: false });
  });

  test('[S5.014] nothing of it runs on the computer', () => {
    const modals = start();
    modals.send(result(unmanaged));
    modals.send({ type: 'user.enroll' });
    modals.send(result(managed));
    expect(types()).not.toContain('modals.fix');
    expect(bench.ports.messages).toEqual([]);
  });
});

describe('the licence agreement', () => {
  test('[S2.065] comes before the first installation of a visit, and not before the second', () => {
    const modals = start();
    modals.send({ type: 'modal.install', types: ['FciAgentRunning'] });
    expect(shown()).toEqual({ kind: 'eula' });
    expect(types()).toEqual([]);
    modals.send({ type: 'user.accept-eula' });
    expect(bench.heard).toContainEqual({ type: 'modals.fix', types: ['FciAgentRunning'] });
    expect(shown()).toBeNull();
    modals.send({ type: 'modal.install', types: ['RmmAgent'] });
    expect(bench.heard).toContainEqual({ type: 'modals.fix', types: ['RmmAgent'] });
    expect(shown()).toBeNull();
  });

  test('[S2.055] of signed software its own licence comes first, once for each, and never the company’s in its place', () => {
    const modals = start();
    const offer = (software: string) =>
      modals.send(
        result(check('RmmAgent', false, { fixAction: { fixActionType: 'RmmAgent', parameters: { software } } })),
      );
    const fixes = () => bench.heard.filter(({ type }) => type === 'modals.fix').length;
    offer('fleet-1.30');
    modals.send({ type: 'modal.install', types: ['RmmAgent'] });
    expect(shown()).toEqual({ kind: 'eula', software: 'fleet-1.30' });
    modals.send({ type: 'user.accept-eula' });
    expect([shown(), fixes()]).toEqual([null, 1]);
    modals.send({ type: 'modal.install', types: ['RmmAgent'] });
    expect([shown(), fixes()]).toEqual([null, 2]);
    // Another one meanwhile, and one that starts what is there, are asked about again.
    offer('fleet-1.31');
    modals.send({ type: 'modal.install', types: ['RmmAgent'] });
    expect(shown()).toEqual({ kind: 'eula', software: 'fleet-1.31' });
    modals.send({ type: 'user.close-modal' });
    modals.send({ type: 'modal.install', types: ['FciAgentRunning'] });
    expect(shown()).toEqual({ kind: 'eula' });
  });

  test('cancelled, nothing is installed, and it comes again', () => {
    const modals = start();
    modals.send({ type: 'modal.install', types: ['RmmAgent'] });
    modals.send({ type: 'user.close-modal' });
    modals.send({ type: 'modal.install', types: ['RmmAgent'] });
    expect(types()).toEqual([]);
    expect(shown()).toEqual({ kind: 'eula' });
  });
});

describe('instructions', () => {
  test('[S2.066] for the screen saver close once every check of it passes', () => {
    const modals = start();
    modals.send({ type: 'modal.instructions', topic: 'screen-saver' });
    expect(shown()).toEqual({ kind: 'instructions', topic: 'screen-saver' });
    modals.send(result(check('ScreenSaverState', true), check('ScreenSaverTimeout', false)));
    expect(shown()).toMatchObject({ kind: 'instructions' });
    modals.send(result(check('ScreenSaverState', true), check('ScreenSaverTimeout', true)));
    expect(shown()).toBeNull();
  });

  test('[S2.067] for Windows updates close once updates are on, whatever else fails', () => {
    const modals = start();
    modals.send(result(check('OsAutoUpdateEnable', false)));
    modals.send({ type: 'modal.instructions', topic: 'windows-update' });
    expect(shown()).toEqual({ kind: 'instructions', topic: 'windows-update' });
    modals.send(result(check('OsAutoUpdateEnable', true), check('ScreenSaverState', false)));
    expect(shown()).toBeNull();
  });
});

test('[S2.062] contact support opens and closes', () => {
  const modals = start();
  modals.send({ type: 'modal.support' });
  expect(shown()).toEqual({ kind: 'support' });
  modals.send({ type: 'user.close-modal' });
  expect(shown()).toBeNull();
});
