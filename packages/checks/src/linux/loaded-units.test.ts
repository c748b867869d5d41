import { describe, expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { oneScan } from '../one-scan.ts';
import type { Command } from '../system-port.ts';
import { fakeSystemd } from './fake-systemd.ts';
import { showLoadedUnits, showUnits } from './systemd.ts';

const LIB = '/lib/systemd/system';
const MANAGER = { UnitPath: `/etc/systemd/system ${LIB}` };
const ASKED = ['a.service', 'b.service', 'c.socket', 'd.service', 'gone.service', 'here@one.service'];
const LOADED = ['Id', 'Names', 'ActiveState', 'ExecStart'];

const running = { LoadState: 'loaded', ActiveState: 'active', UnitFileState: 'enabled' };
const resting = { LoadState: 'loaded', ActiveState: 'inactive', UnitFileState: 'disabled' };

/** A computer with these units loaded, and these others that it knows when asked by name; files of some of them. */
function scanOf(
  loaded: Parameters<typeof fakeSystemd>[0],
  unloaded: typeof loaded,
  { filesOf = [], ...more }: FakeSystemOptions & { readonly filesOf?: readonly string[] } = {},
) {
  const shows = (units: typeof loaded) => fakeSystemd(units, MANAGER)?.['systemctl'];
  const [ofLoaded, ofAll] = [shows(loaded), shows({ ...loaded, ...unloaded })];
  const systemctl = (command: Command) => {
    const answer = command.arguments.includes('--all') ? ofLoaded : ofAll;
    return typeof answer === 'function' ? answer(command) : (answer ?? '');
  };
  const files = Object.fromEntries(filesOf.map((name) => [`${LIB}/${name}`, '']));
  return createFakeSystem({ commands: { systemctl }, files, ...more });
}

const show = async (system: ReturnType<typeof scanOf>) => {
  const shown = await showUnits(oneScan(system), ASKED, ['LoadState', 'ActiveState', 'UnitFileState']);
  if (!shown.ok) throw new Error(shown.detail);
  return Object.fromEntries(ASKED.map((name) => [name, shown.value.get(name)?.['ActiveState']]));
};
const byName = (system: ReturnType<typeof scanOf>) =>
  system.ran.filter((line) => line.includes(' -- ') && !line.includes('--all')).map((line) => line.split(' -- ')[1]);

describe('many units in one scan', () => {
  test('those that have no file and are not loaded are not asked for, and are not there', async () => {
    const system = scanOf({ 'other.service': running }, {});
    const shown = await showUnits(oneScan(system), ASKED, ['LoadState', 'UnitFileState', 'NRestarts']);
    expect(shown.ok && shown.value.get('a.service')).toMatchObject({ LoadState: 'not-found', UnitFileState: '' });
    // A socket has no restarts: systemd itself is asked, and says what it has.
    expect(byName(system)).toEqual(['c.socket']);
  });

  test('one that runs although its file is gone runs', async () => {
    const system = scanOf({ 'gone.service': running }, {});
    expect(await show(system)).toMatchObject({ 'gone.service': 'active', 'a.service': 'inactive' });
    expect(byName(system)).toEqual([]);
  });

  test('one with a file is asked for by its name, and so is one of a template', async () => {
    const system = scanOf(
      { 'other.service': running },
      { 'b.service': running, 'here@one.service': running },
      { filesOf: ['b.service', 'here@.service'] },
    );
    expect(await show(system)).toMatchObject({ 'b.service': 'active', 'here@one.service': 'active' });
    expect(byName(system)).toEqual(['b.service here@one.service']);
  });

  test('where a folder may not be read, or systemd does not name them, all are asked for', async () => {
    const system = scanOf({ 'a.service': running }, {});
    const closed = { ok: false, reason: 'access-denied', detail: '' } as const;
    await showUnits(oneScan({ ...system, listFolder: async () => closed }), ASKED, ['LoadState', 'ActiveState']);
    expect(byName(system)).toEqual([ASKED.join(' ')]);
    const silent = scanOf({ 'a.service': running }, {}, { commands: { systemctl: { code: 1 } } });
    await showUnits(oneScan(silent), ASKED, ['LoadState', 'ActiveState']);
    expect(byName(silent)).toEqual([ASKED.join(' ')]);
  });

  test('what is loaded and cannot be read is not taken for absent', async () => {
    const system = scanOf({}, { 'a.service': running, 'gone.service': running });
    // The list is cut: it does not end its last line.
    const cut = {
      ...system,
      run: async (command: Command) => {
        const answer = await system.run(command);
        const isList = command.arguments.includes('--all');
        return answer.ok && isList ? { ok: true as const, value: { ...answer.value, stdout: 'Names=a' } } : answer;
      },
    };
    expect(await show(cut)).toMatchObject({ 'gone.service': 'active' });
  });

  test('a property that the scan does not read is asked of systemd', async () => {
    const system = scanOf({ 'a.service': { ...running, MainPID: '7' } }, {});
    await showUnits(oneScan(system), ASKED, ['ActiveState', 'MainPID']);
    expect(byName(system)).toEqual([ASKED.join(' ')]);
  });
});

describe('all that is loaded', () => {
  const all = (system: Parameters<typeof showLoadedUnits>[0], patterns = ['*.service', '*.socket']) =>
    showLoadedUnits(system, patterns, LOADED);

  test('is read once in a scan, whichever reader wants it, and each gets the kinds it asked for', async () => {
    const system = scanOf({ 'a.service': running, 'b.socket': running, 'c.timer': running }, {});
    const scan = oneScan(system);
    const [both, services] = await Promise.all([all(scan), all(scan, ['*.service'])]);
    expect(both.ok && [...both.value.keys()]).toEqual(['a.service', 'b.socket']);
    expect(services.ok && [...services.value.keys()]).toEqual(['a.service']);
    expect(system.ran).toHaveLength(1);
  });

  test('is read again by the next scan, and by what is no scan', async () => {
    const units: Record<string, Record<string, string>> = { 'a.service': running };
    const system = scanOf(units, {});
    const stateOf = async (scan: typeof system) => {
      const shown = await all(scan);
      return shown.ok ? shown.value.get('a.service')?.['ActiveState'] : null;
    };
    const first = oneScan(system);
    expect(await stateOf(first)).toBe('active');
    units['a.service'] = resting;
    expect(await stateOf(oneScan(system))).toBe('inactive');
    expect(await stateOf(system)).toBe('inactive');
  });
});
