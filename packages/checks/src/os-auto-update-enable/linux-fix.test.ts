import { describe, expect, test } from 'vitest';
import { createFakeSystem, type FakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { fakeSystemd } from '../linux/fake-systemd.ts';
import { DNF_FILES } from './dnf.ts';
import { linuxAutomaticUpdatesFix } from './linux-fix.ts';

const [DNF_FILE, DNF5_FILE] = DNF_FILES;
const APT_FILE = '/etc/apt/apt.conf.d/20auto-upgrades';
const debian = { '/etc/os-release': 'ID=debian\n' };
const fedora = { '/etc/os-release': 'ID=fedora\n' };
const refused = { ok: false, reason: 'access-denied', detail: 'EACCES' } as const;

const fix = async (options: FakeSystemOptions) => {
  const system = createFakeSystem(options);
  return { system, outcome: await linuxAutomaticUpdatesFix.apply(system, {}) };
};
const changes = ({ ran }: FakeSystem) => ran.filter((line) => !/is-enabled|^systemctl (?:start|show)/.test(line));
const started = ({ ran }: FakeSystem) => ran.filter((line) => line.startsWith('systemctl start'));
const isEnabled = (unit: string, word: string) => ({ [`systemctl is-enabled -- ${unit}`]: `${word}\n` });

test('a system of another kind is not touched', async () => {
  const { system, outcome } = await fix({ files: { '/etc/os-release': 'ID=arch\n' } });
  const detail = 'Neither APT nor DNF looks after this system.';
  expect(outcome).toEqual({ ok: false, reason: 'not-supported', detail });
  expect(system.ran).toEqual([]);
});

describe('with APT', () => {
  const installed = { ...debian, '/var/lib/dpkg/status': '', '/usr/bin/unattended-upgrade': '#!' };
  const missing = { ...debian, '/var/lib/dpkg/status': '' };
  const timer = (word: string) => ({
    ...isEnabled('apt-daily-upgrade.timer', word),
    ...isEnabled('apt-daily.timer', 'enabled'),
  });

  test('the settings are written, and nothing else is done where all is there', async () => {
    const { system, outcome } = await fix({ files: installed, commands: timer('enabled') });
    expect(outcome).toEqual({
      ok: true,
      value: { undo: `To take it back, delete ${APT_FILE} as an administrator.` },
    });
    expect(system.files.get(APT_FILE)).toBe(
      'APT::Periodic::Update-Package-Lists "1";\nAPT::Periodic::Unattended-Upgrade "1";\n',
    );
    expect(changes(system)).toEqual([]);
    // The first run is the proof that they are installed.
    expect(started(system)).toEqual(['systemctl start -- apt-daily.service apt-daily-upgrade.service']);
  });

  test('a job that is masked is said, and nothing is written', async () => {
    const commands = fakeSystemd({ 'apt-daily-upgrade.service': { LoadState: 'masked' } }) ?? {};
    const { system, outcome } = await fix({ files: installed, commands });
    const detail = 'The service apt-daily-upgrade.service is disabled';
    expect(outcome).toEqual({ ok: false, reason: 'not-supported', detail });
    expect(system.files.has(APT_FILE)).toBe(false);
    expect(changes(system)).toEqual([]);
  });

  test('settings that cannot be written are said, and nothing is installed', async () => {
    const { system, outcome } = await fix({ files: missing, writeFile: async () => refused });
    expect(outcome).toEqual(refused);
    expect(changes(system)).toEqual([]);
  });

  test('the program that is missing is installed', async () => {
    const commands = { ...timer('enabled'), 'apt-get': '' };
    const { system, outcome } = await fix({ files: missing, commands });
    expect(outcome.ok).toBe(true);
    expect(changes(system)).toEqual(['apt-get install -y -q unattended-upgrades']);
  });

  test('below another folder nothing is installed', async () => {
    const { system } = await fix({ files: missing, commands: { 'apt-get': '' }, rootFolder: '/scratch' });
    expect(changes(system)).toEqual([]);
  });

  test.each([
    ['what APT said', { code: 100, stderr: `${'x'.repeat(400)}E: Unable to locate package\n` }],
    ['nothing of its beginning', { code: 1, stderr: `beginning${'x'.repeat(300)}` }],
  ])('a program that cannot be installed is said with the end of %s', async (_, answer) => {
    const { system, outcome } = await fix({ files: missing, commands: { ...timer('disabled'), 'apt-get': answer } });
    const detail = `apt-get: ${answer.stderr.trim().slice(-300)}`;
    expect(outcome).toEqual({ ok: false, reason: 'unexpected-output', detail });
    expect(changes(system)).toHaveLength(1);
    expect(system.files.has(APT_FILE)).toBe(false);
  });

  test('a program that cannot be installed leaves the settings as they were', async () => {
    const files = { ...missing, [APT_FILE]: 'APT::Periodic::Unattended-Upgrade "0";' };
    const commands = { ...timer('disabled'), 'apt-get': { code: 100, stderr: 'E: no network' } };
    const { system } = await fix({ files, commands });
    expect(system.files.get(APT_FILE)).toBe('APT::Periodic::Unattended-Upgrade "0";');
    expect(system.files.has(`${APT_FILE}.workplace.bak`)).toBe(false);
  });

  test('timers that were turned on are told how to be turned off, and a file that was right is left out', async () => {
    const right = 'APT::Periodic::Update-Package-Lists "1";\nAPT::Periodic::Unattended-Upgrade "1";\n';
    const files = { ...installed, [APT_FILE]: right, [`${APT_FILE}.workplace.bak`]: 'off' };
    const { outcome } = await fix({ files, commands: { ...timer('disabled'), 'systemctl enable': '' } });
    expect(outcome).toMatchObject({
      value: { undo: 'To take it back, run as an administrator: systemctl disable --now apt-daily-upgrade.timer' },
    });
  });

  test('without apt-get, that is said', async () => {
    const { outcome } = await fix({ files: missing, commands: timer('disabled') });
    expect(outcome).toEqual({ ok: false, reason: 'tool-missing', detail: 'apt-get' });
  });

  test('the timer that is off is turned on', async () => {
    const commands = { ...timer('disabled'), 'systemctl enable': '' };
    const { system, outcome } = await fix({ files: installed, commands });
    expect(outcome.ok).toBe(true);
    expect(changes(system)).toEqual(['systemctl enable --now -- apt-daily.timer apt-daily-upgrade.timer']);
  });

  test('a timer that stays off is said', async () => {
    const commands = { ...timer('masked'), 'systemctl enable': { code: 1, stderr: 'Unit is masked.\n' } };
    const { outcome } = await fix({ files: installed, commands });
    expect(outcome).toEqual({ ok: false, reason: 'unexpected-output', detail: 'systemctl: Unit is masked.' });
  });
});

describe('with DNF', () => {
  const dnf5 = { ...isEnabled('dnf5-automatic.timer', 'disabled'), 'systemctl enable': '' };
  const dnf4 = { ...isEnabled('dnf-automatic.timer', 'disabled'), 'systemctl enable': '' };

  test.each([
    ['dnf5-automatic.timer', dnf5, DNF5_FILE],
    ['dnf-automatic.timer', dnf4, DNF_FILE],
  ])('%s is turned on, and updates are installed', async (timer, commands, path) => {
    const { system, outcome } = await fix({ files: fedora, commands });
    expect(system.files.get(path)).toMatch(/^\[commands\]\n(?=.*apply_updates ?= ?yes)(?=.*download_updates ?= ?yes)/s);
    expect(changes(system)).toEqual([`systemctl enable --now -- ${timer}`]);
    expect(started(system)).toEqual([`systemctl start -- ${timer.replace('timer', 'service')}`]);
    const undo = `To take it back, delete ${path} as an administrator. Then run: systemctl disable --now ${timer}`;
    expect(outcome).toEqual({ ok: true, value: { undo } });
  });

  test('other settings stay, and the file of before is kept', async () => {
    const before = '# ours\n[emitters]\nemit_via = stdio\n[commands]\napply_updates = no\n';
    const { system, outcome } = await fix({ files: { ...fedora, [DNF5_FILE]: before }, commands: dnf5 });
    const text = system.files.get(DNF5_FILE);
    expect(text).toContain('# ours\n[emitters]\nemit_via = stdio\n');
    expect(text).toMatch(/apply_updates ?= ?yes/);
    expect(text).not.toMatch(/apply_updates ?= ?no/);
    expect(system.files.get(`${DNF5_FILE}.workplace.bak`)).toBe(before);
    expect(outcome).toMatchObject({ value: { undo: expect.stringContaining(`move ${DNF5_FILE}.workplace.bak to`) } });
  });

  test('a file that says so already is left as it is', async () => {
    const before = '[commands]\napply_updates = yes\ndownload_updates = no\n';
    const { system } = await fix({ files: { ...fedora, [DNF5_FILE]: before }, commands: dnf5 });
    expect(system.files.get(DNF5_FILE)).toBe(before);
  });

  test('a word of the same name elsewhere in the file does not count', async () => {
    const before = '[other]\napply_updates = yes\n';
    const { system } = await fix({ files: { ...fedora, [DNF5_FILE]: before }, commands: dnf5 });
    expect(system.files.get(DNF5_FILE)).toMatch(/\[commands\]\s+.*apply_updates ?= ?yes/s);
  });

  test('without the package nothing is changed', async () => {
    const { system, outcome } = await fix({ files: fedora, commands: { 'systemctl enable': '' } });
    expect(outcome).toEqual({
      ok: false,
      reason: 'tool-missing',
      detail: 'The package dnf-automatic is not installed.',
    });
    expect([...system.files.keys()]).toEqual(['/etc/os-release']);
  });

  test('a file that cannot be read is not replaced', async () => {
    const { system, outcome } = await fix({ files: { ...fedora, [DNF5_FILE]: refused }, commands: dnf5 });
    expect(outcome).toEqual(refused);
    expect(changes(system)).toEqual([]);
  });

  test('a file that cannot be written turns no timer on', async () => {
    const { system, outcome } = await fix({ files: fedora, commands: dnf5, writeFile: async () => refused });
    expect(outcome).toEqual(refused);
    expect(changes(system)).toEqual([]);
  });

  test('a timer that cannot be turned on is said', async () => {
    const commands = { ...dnf5, 'systemctl enable': { code: 1, stderr: 'Access denied\n' } };
    const { outcome } = await fix({ files: fedora, commands });
    expect(outcome).toEqual({ ok: false, reason: 'unexpected-output', detail: 'systemctl: Access denied' });
  });
});
