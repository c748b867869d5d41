import { beforeEach, expect, test } from 'vitest';
import { check, createModalsBench, type ModalsBench, result } from './testing/modals-bench.ts';
import type { ModalsEvent } from './modals-types.ts';

let bench: ModalsBench;
beforeEach(() => {
  bench = createModalsBench();
});

const start: ModalsBench['start'] = (service) => bench.start(service);
const shown = () => bench.shown();
const types = () => bench.types();

const encrypted = check('DeviceEncrypted', true);
const open = (way?: string) =>
  check('DeviceEncrypted', false, {
    fixAction: { fixActionType: 'DeviceEncrypted', parameters: way === undefined ? {} : { way } },
  });
const encrypting = (percent?: number) =>
  check('DeviceEncrypted', false, { underway: percent === undefined ? {} : { percent } });
const opened: ModalsEvent = { type: 'modal.fix-opened', checkType: 'DeviceEncrypted' };

function ask(way?: string) {
  const modals = start();
  modals.send(result(open(way)));
  modals.send({ type: 'modal.encryption' });
  return modals;
}

/** The window stands, and the page of the settings is open. */
function goToSettings() {
  const modals = ask('turn-on');
  modals.send({ type: 'user.continue-encryption' });
  modals.send(opened);
  return modals;
}

test.each([
  [undefined, 'resume'],
  ['turn-on', 'turn-on'],
  ['activate', 'activate'],
])('[S4.049, S4.051, S5.015] comes first and says how; Continue runs the fix: %s', (named, way) => {
  const modals = ask(named);
  expect(shown()).toEqual({ kind: 'encryption', step: 'asking', way });
  expect(types()).toEqual([]);
  modals.send({ type: 'user.continue-encryption' });
  expect(shown()).toEqual({ kind: 'encryption', step: 'running', way });
  expect(bench.heard).toContainEqual({ type: 'modals.fix', types: ['DeviceEncrypted'] });
});

test.each([
  ['that offers none', check('DeviceEncrypted', false)],
  ['of a way that is not known', open('format')],
])('does not come by a verdict %s', (_, what) => {
  const modals = start();
  modals.send(result(what));
  modals.send({ type: 'modal.encryption' });
  expect(shown()).toBeNull();
});

test.each([false, true])('[S4.052] closes when the check passes, begun or not (%s)', (isBegun) => {
  const modals = ask();
  if (isBegun) modals.send({ type: 'user.continue-encryption' });
  modals.send(result(open()));
  expect(shown()).toMatchObject({ kind: 'encryption' });
  modals.send(result(encrypted));
  expect(shown()).toBeNull();
});

test('asks again when the computer has changed meanwhile', () => {
  const modals = ask();
  modals.send(result(open('turn-on')));
  expect(shown()).toEqual({ kind: 'encryption', step: 'asking', way: 'turn-on' });
  modals.send(result(check('DeviceEncrypted', false)));
  expect(shown()).toBeNull();
});

test('[S4.051] settings that were opened are no end: it stays until a verdict passes, and can be opened again', () => {
  const modals = goToSettings();
  const inSettings = { kind: 'encryption', step: 'in-settings', way: 'turn-on' };
  expect(shown()).toEqual(inSettings);
  modals.send(result(open('turn-on')));
  expect(shown()).toEqual(inSettings);
  modals.send({ type: 'user.continue-encryption' });
  expect(types()).toEqual(['modals.fix', 'modals.fix']);
  modals.send(opened);
  expect(shown()).toEqual(inSettings);
  modals.send(result(encrypted));
  expect(shown()).toBeNull();
});

test('[S4.052] shows how far the system says it is, and closes when it is done', () => {
  const modals = goToSettings();
  const steps = [3, 41.5, undefined].map((percent) => {
    modals.send(result(encrypting(percent)));
    return shown();
  });
  expect(steps).toEqual([3, 41.5, null].map((percent) => ({ kind: 'encryption', step: 'encrypting', percent })));
  modals.send(result(encrypted));
  expect(shown()).toBeNull();
});

test('an encryption that was given up is asked for again', () => {
  const modals = goToSettings();
  modals.send(result(encrypting(3)));
  modals.send(result(open('turn-on')));
  expect(shown()).toEqual({ kind: 'encryption', step: 'asking', way: 'turn-on' });
});

test.each(['modal.fix-failed', 'modal.fix-opened'] as const)('%s of another check is not its own', (type) => {
  const modals = ask();
  modals.send({ type: 'user.continue-encryption' });
  modals.send({ type, checkType: 'FirewallEnable' });
  expect(shown()).toMatchObject({ step: 'running' });
});

test('closes when its fix has failed', () => {
  const modals = ask();
  modals.send({ type: 'user.continue-encryption' });
  modals.send({ type: 'modal.fix-failed', checkType: 'DeviceEncrypted' });
  expect(shown()).toBeNull();
});

test.each([ask, goToSettings])('closed by the person it changes nothing more', (begin) => {
  const modals = begin();
  const before = types();
  modals.send({ type: 'user.close-modal' });
  expect(types()).toEqual(before);
  expect(shown()).toBeNull();
});
