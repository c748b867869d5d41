import { describe, expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { DNF_FILES, readDnf } from './dnf.ts';
import { linuxAutomaticUpdates } from './linux.ts';

const [ADMINISTRATORS, , PACKAGED, OLDER] = DNF_FILES;
const APPLIES = '[commands]\napply_updates = yes\n';
const DOWNLOADS = '[commands]\napply_updates = no\n';

/** Units by name; those that are not named are not there. */
const units = (states: Readonly<Record<string, string>>): FakeSystemOptions['commands'] => ({
  systemctl: { code: 4, stdout: '', stderr: 'No such file or directory' },
  ...Object.fromEntries(Object.entries(states).map(([unit, word]) => [`systemctl is-enabled -- ${unit}`, `${word}\n`])),
});
const read = (states: Readonly<Record<string, string>>, files: FakeSystemOptions['files'] = {}) =>
  readDnf(createFakeSystem({ files, commands: units(states) ?? {} }));
const dnf = (state: string) => ({ ok: true, value: { state, mechanism: 'dnf-automatic' } });

describe('timers of DNF', () => {
  test('the one that installs needs no configuration', async () => {
    expect(await read({ 'dnf-automatic-install.timer': 'enabled' }, { [ADMINISTRATORS]: DOWNLOADS })).toEqual(
      dnf('on'),
    );
  });

  test.each([
    ['turned off', { 'dnf-automatic.timer': 'disabled' }, 'The timer of dnf-automatic is turned off'],
    ['not there', {}, 'The package dnf-automatic is not installed'],
  ])('%s', async (_, states, obstacle) => {
    const value = { state: 'off', mechanism: 'dnf-automatic', obstacle };
    expect(await read(states, { [ADMINISTRATORS]: APPLIES })).toEqual({ ok: true, value });
  });

  test('without systemd nothing is known', async () => {
    expect(await readDnf(createFakeSystem())).toEqual({ ok: false, reason: 'tool-missing', detail: 'systemctl' });
  });

  test('of the version is what is asked for, so that an empty system does not answer by chance', async () => {
    const system = createFakeSystem({ commands: units({}) ?? {} });
    await readDnf(system);
    expect(system.ran.at(-1)).toBe('systemctl --version');
  });
});

describe('configuration of dnf-automatic', () => {
  const isOn = { 'dnf5-automatic.timer': 'enabled' };
  const denied = { ok: false, reason: 'access-denied', detail: 'EACCES' } as const;

  test.each([
    ['the administrator’s file', { [ADMINISTRATORS]: APPLIES, [PACKAGED]: DOWNLOADS }, 'on'],
    [
      'the administrator’s file that only downloads',
      { [ADMINISTRATORS]: DOWNLOADS, [PACKAGED]: APPLIES },
      'download-only',
    ],
    ['the packaged one where that says nothing', { [ADMINISTRATORS]: '[emitters]\n', [PACKAGED]: APPLIES }, 'on'],
    ['the packaged one where that has the section alone', { [ADMINISTRATORS]: '[commands]\n', [OLDER]: APPLIES }, 'on'],
    ['none: it downloads', {}, 'download-only'],
  ])('%s', async (_, files, state) => {
    expect(await read(isOn, files)).toEqual(dnf(state));
  });

  test('that cannot be read makes it unknown', async () => {
    expect(await read(isOn, { [ADMINISTRATORS]: denied, [PACKAGED]: APPLIES })).toEqual(denied);
  });

  test('with a word that is neither makes it unknown, and says where', async () => {
    expect(await read(isOn, { [ADMINISTRATORS]: '[commands]\napply_updates = maybe\n' })).toEqual({
      ok: false,
      reason: 'unexpected-output',
      detail: `${ADMINISTRATORS}: apply_updates=maybe`,
    });
  });
});

describe('systems that are replaced as a whole', () => {
  const FILE = '/etc/rpm-ostreed.conf';
  const isOn = { 'rpm-ostreed-automatic.timer': 'enabled', 'dnf-automatic-install.timer': 'enabled' };
  const policy = (rule: string) => ({ [FILE]: `[Daemon]\nAutomaticUpdatePolicy=${rule}\n` });

  test.each([
    ['stage', policy('stage'), 'on'],
    ['apply', policy('apply'), 'on'],
    ['check', policy('check'), 'download-only'],
    ['none', policy('none'), 'off'],
    ['a file without the rule', { [FILE]: '[Daemon]\nIdleExitTimeout=60\n' }, 'off'],
    ['a file of another kind', { [FILE]: '[Other]\nAutomaticUpdatePolicy=stage\n' }, 'off'],
    ['no file', {}, 'off'],
  ])('%s', async (_, files, state) => {
    expect(await read(isOn, files)).toEqual({ ok: true, value: { state, mechanism: 'rpm-ostree' } });
  });

  test('a file that cannot be read makes it unknown', async () => {
    const denied = { ok: false, reason: 'access-denied', detail: 'EACCES' } as const;
    expect(await read(isOn, { [FILE]: denied })).toEqual(denied);
  });

  test('with the timer turned off it is DNF that counts', async () => {
    expect(await read({ ...isOn, 'rpm-ostreed-automatic.timer': 'disabled' }, policy('none'))).toEqual(dnf('on'));
  });

  test('their file is watched like the others', () => {
    expect(linuxAutomaticUpdates.watch?.(createFakeSystem())).toEqual(expect.arrayContaining([FILE, ...DNF_FILES]));
  });
});
