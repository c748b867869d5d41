import { expect, test } from 'vitest';
import { createFakeSystem } from '../fake-system.ts';
import { findOwnPrograms } from './own-program.ts';

const UNIT = 'ninjarmm-agent.service';
const AGENT = '/opt/NinjaRMMAgent/programfiles/ninjarmm-linagent';
const DROP_IN = `/etc/systemd/system/${UNIT}.d/o.conf`;
const file = (command: string) => `[Service]\nExecStart=${command}\n`;

async function runsIts(command: string, { fragment = `/etc/systemd/system/${UNIT}`, dropIn = '', files = {} } = {}) {
  const shown = `ExecStart={ path=${command.split(' ')[0]} ; argv[]=${command} ; ignore_errors=no ; pid=7 }\nNames=${UNIT}\nFragmentPath=${fragment}\nDropInPaths=${dropIn === '' ? '' : DROP_IN}\n`;
  const system = createFakeSystem({
    files: { [`/etc/systemd/system/${UNIT}`]: file(AGENT), ...(dropIn === '' ? {} : { [DROP_IN]: dropIn }), ...files },
    commands: { systemctl: shown },
  });
  const own = await findOwnPrograms(system, [UNIT]);
  return own.ok ? own.value.has(UNIT) : own.reason;
}

test('the program that the unit’s own file names, also with settings added to it', async () => {
  expect(await runsIts(AGENT)).toBe(true);
  expect(await runsIts(AGENT, { dropIn: '[Service]\nNice=5\n' })).toBe(true);
  expect(await runsIts(`${AGENT} --quiet`, { dropIn: `[Service]\nExecStart=\nExecStart=-${AGENT} --quiet\n` })).toBe(
    true,
  );
  expect(await runsIts(`/usr/bin/nice -n 5 ${AGENT}`, { dropIn: file(`/usr/bin/nice -n 5 ${AGENT}`) })).toBe(true);
});

test('a drop-in puts another program in its place', async () => {
  for (const command of ['/bin/sleep infinity', '/tmp/agent', '/bin/sh -c "sleep infinity"', `/bin/echo ${AGENT}`])
    expect(await runsIts(command, { dropIn: file(command) })).toBe(false);
  expect(await runsIts('/usr/bin/nice /tmp/agent', { dropIn: file('/usr/bin/nice /tmp/agent') })).toBe(false);
});

test('a file of the administrator’s takes the place of the maker’s', async () => {
  const vendor = { [`/usr/lib/systemd/system/${UNIT}`]: file(AGENT) };
  expect(await runsIts('/tmp/agent', { files: vendor })).toBe(false);
  expect(await runsIts(AGENT, { files: vendor })).toBe(true);
  // One that only waits is no agent, whoever wrote the file.
  expect(await runsIts('/usr/bin/tail -f /dev/null')).toBe(false);
  for (const idle of ['env sleep 1000', 'nice -n 5 sleep 1000', 'env A=b /bin/sleep 9', 'taskset 0x3 sleep 9'])
    expect(await runsIts(`/usr/bin/${idle}`)).toBe(false);
  expect(await runsIts(AGENT, { fragment: `/usr/lib/systemd/system/${UNIT}`, files: vendor })).toBe(true);
});

test('what cannot be read proves nothing; of no units nothing is asked', async () => {
  const closed = { [DROP_IN]: { ok: false, reason: 'access-denied', detail: '' } as const };
  const shown = `ExecStart={ path=${AGENT} ; argv[]=${AGENT} ; ignore_errors=no }\nNames=${UNIT}\nFragmentPath=/x\nDropInPaths=${DROP_IN}\n`;
  const system = createFakeSystem({ files: closed, commands: { systemctl: shown } });
  expect(await findOwnPrograms(system, [UNIT])).toMatchObject({ ok: false, reason: 'access-denied' });
  expect(await findOwnPrograms(createFakeSystem(), [])).toEqual({ ok: true, value: new Set() });
  const silent = createFakeSystem({ commands: { systemctl: `Names=${UNIT}\n` } });
  expect(await findOwnPrograms(silent, [UNIT])).toEqual({ ok: true, value: new Set() });
});
