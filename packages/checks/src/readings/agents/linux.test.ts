import { expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from '../../check-definitions.ts';
import { createFakeSystem, type FakeSystemOptions } from '../../fake-system.ts';
import { judgeReading } from '../../judge-reading.ts';
import { linuxManagement } from '../../managed-device/linux.ts';
import { linuxAgents, parseListedAgents } from './linux.ts';

const context = { operatingSystem: 'linux', now: new Date(0) } as const;

async function judge(
  type: 'RmmAgent' | 'FciAgentRunning' | 'ManagedDevice',
  options: FakeSystemOptions,
  parameters = {},
) {
  const reader = type === 'ManagedDevice' ? linuxManagement : linuxAgents;
  const reading = await reader.read(createFakeSystem(options));
  const { state, message } = judgeReading(CHECK_DEFINITIONS[type], reading, parameters, context);
  return `${state} ${message.key}`;
}

const ps = (...names: string[]) => ({ ps: ['1 0 systemd', ...names.map((name) => `9 0 ${name}`)].join('\n') });

test.each([
  [ps('tacticalagent'), {}, {}, 'passed running'],
  [ps('tacticalagent'), {}, { agents: ['fleet'] }, 'failed absent'],
  [ps('tacticalagent'), {}, { agents: ['fleet', 'tactical'] }, 'passed running'],
  [ps(), { '/etc/systemd/system/orbit.service': '' }, { agents: ['fleet'] }, 'failed stopped'],
  [ps(), {}, { agents: ['our-own'] }, 'unknown notLookedFor'],
  [
    ps('our-agent'),
    { '/etc/workplace/agents.conf': 'our-own = our-agent.service\n' },
    { agents: ['our-own'] },
    'passed running',
  ],
  [ps('fci-agent'), {}, {}, 'failed absent'],
  [{}, {}, {}, 'unknown unknownText'],
])('RmmAgent, computer %#', async (commands, files, parameters, expected) => {
  expect(await judge('RmmAgent', { commands, files }, parameters)).toBe(expected);
});

test('FciAgentRunning looks for its own agent', async () => {
  expect(await judge('FciAgentRunning', { commands: ps('fci-agent') })).toBe('passed running');
  expect(await judge('FciAgentRunning', { commands: ps('orbit') })).toBe('failed absent');
});

test.each([
  [ps('orbit'), {}, {}, 'passed managed'],
  [ps('orbit'), {}, { services: ['intune'] }, 'failed none'],
  [ps(), { '/usr/lib/systemd/system/landscape-client.service': '' }, {}, 'failed stopped'],
  [ps(), { '/opt/microsoft/intune/bin/x': '' }, {}, 'failed stopped'],
  [{ ...ps(), 'systemctl --user is-active': 'active\n' }, { '/opt/microsoft/intune/bin/x': '' }, {}, 'passed managed'],
  [{ ...ps(), 'systemctl --user is-active': 'active\n' }, {}, {}, 'failed none'],
])('ManagedDevice, computer %#', async (commands, files, parameters, expected) => {
  expect(await judge('ManagedDevice', { commands, files }, parameters)).toBe(expected);
});

test('only lines of the right form add agents', () => {
  const text = '# ours\none = one.service\nTwo = two.service\nthree=../three.service\n--x = y.service\nfour = four\n';
  expect(parseListedAgents(text).map(({ id }) => id)).toEqual(['one']);
});
