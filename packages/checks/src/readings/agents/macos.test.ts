import { anyText } from '@vestibule/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from '../../check-definitions.ts';
import { judgeReading } from '../../judge-reading.ts';
import { createFakeMac, type FakeMacOptions } from '../../macos/fake-mac.ts';
import { parseServiceState } from '../../macos/launch-daemons.ts';
import { readSample } from '../../samples.ts';
import { macosAgents, parseListedDaemons } from './macos.ts';

const sample = (name: string) => readSample(import.meta.dirname, `${name}.txt`, 'macos');
const daemon = (label: string) => ({ [`/Library/LaunchDaemons/${label}.plist`]: '' });
const usual = { ps: sample('ps-usual') };
const launchctl = (label: string, name: string) => ({
  ...usual,
  [`launchctl print system/${label}`]: sample(`launchctl-${name}`),
});
const notLoaded = { code: 113, stderr: sample('launchctl-not-loaded') };

async function judge(type: 'RmmAgent' | 'FciAgentRunning', options: FakeMacOptions, parameters = {}) {
  const reading = await macosAgents.read(createFakeMac(options));
  const context = { operatingSystem: 'macos', now: new Date(0) } as const;
  const { state, message } = judgeReading(CHECK_DEFINITIONS[type], reading, parameters, context);
  return `${state} ${message.key}`;
}

test.each([
  ['nothing is installed', {}, usual, {}, 'failed absent'],
  ['one runs', daemon('tacticalagent'), launchctl('tacticalagent', 'running'), {}, 'passed running'],
  [
    'one is stopped, whose sockets are not',
    daemon('tacticalagent'),
    launchctl('tacticalagent', 'not-running'),
    {},
    'failed stopped',
  ],
  [
    'one waits to be started',
    daemon('com.fleetdm.orbit'),
    launchctl('com.fleetdm.orbit', 'waiting'),
    {},
    'failed stopped',
  ],
  [
    'one is installed and not loaded',
    daemon('com.fleetdm.orbit'),
    { ...usual, launchctl: notLoaded },
    {},
    'failed stopped',
  ],
  [
    'launchd does not say',
    daemon('com.fleetdm.orbit'),
    launchctl('com.fleetdm.orbit', 'without-state'),
    { agents: ['fleet'] },
    'unknown notLookedFor',
  ],
  ['launchd does not answer', daemon('com.fleetdm.orbit'), usual, { agents: ['fleet'] }, 'unknown notLookedFor'],
  [
    'the wanted one is another',
    daemon('tacticalagent'),
    launchctl('tacticalagent', 'running'),
    { agents: ['fleet'] },
    'failed absent',
  ],
  ['one runs by its program', {}, { ps: sample('ps-ninjaone') }, { agents: ['ninjaone'] }, 'passed running'],
  [
    'its program lies there and does not run',
    { '/Applications/NinjaRMMAgent/programfiles/ninjarmm-macagent': '' },
    usual,
    { agents: ['ninjaone'] },
    'failed stopped',
  ],
  [
    'a program elsewhere has its name',
    {},
    { ps: sample('ps-same-name-elsewhere') },
    { agents: ['ninjaone'] },
    'failed absent',
  ],
  ['the list of programs is cut', {}, { ps: sample('ps-cut') }, {}, 'unknown unknownText'],
  ['the wanted one is not known here', {}, usual, { agents: ['our-own'] }, 'unknown notLookedFor'],
  ['nothing answers', {}, {}, {}, 'unknown unknownText'],
])('where %s', async (_, files, commands, parameters, expected) => {
  expect(await judge('RmmAgent', { files, commands }, parameters)).toBe(expected);
});

test('a label may hold the number of an installation, and nothing else of the kind', async () => {
  const label = 'screenconnect-0123456789abcdef';
  const running = (name: string) => ({
    ...usual,
    launchctl: sample('launchctl-running').replaceAll('tacticalagent', name),
  });
  const agents = { agents: ['screenconnect'] };
  expect(await judge('RmmAgent', { files: daemon(label), commands: running(label) }, agents)).toBe('passed running');
  const other = `${label}.helper`;
  expect(await judge('RmmAgent', { files: daemon(other), commands: running(other) }, agents)).toBe('failed absent');
});

test('a company lists agents of its own', async () => {
  const files = {
    '/Library/Application Support/Workplace/agents.conf': 'our-own = org.example.agent\n',
    ...daemon('org.example.agent'),
  };
  const commands = launchctl('org.example.agent', 'running');
  expect(await judge('RmmAgent', { files, commands }, { agents: ['our-own'] })).toBe('passed running');
  const text = '# ours\none = org.one\nTwo = org.two\nthree=../three\n--x = y\nfour = system/../five\n';
  expect(parseListedDaemons(text).map(({ id }) => id)).toEqual(['one']);
});

test('FciAgentRunning looks for its own agent, and no other agent stands for it', async () => {
  expect(
    await judge('FciAgentRunning', { files: daemon('fci-agent'), commands: launchctl('fci-agent', 'running') }),
  ).toBe('passed running');
  expect(
    await judge('FciAgentRunning', { files: daemon('fci-agent'), commands: launchctl('fci-agent', 'not-running') }),
  ).toBe('failed stopped');
  expect(
    await judge('FciAgentRunning', { files: daemon('tacticalagent'), commands: launchctl('tacticalagent', 'running') }),
  ).toBe('failed absent');
});

test('no mangled answer passes', async () => {
  await fc.assert(
    fc.asyncProperty(anyText(), async (text) => {
      fc.pre(parseServiceState(text) === null);
      const files = daemon('tacticalagent');
      expect(await judge('RmmAgent', { files, commands: { ps: text, launchctl: text } })).toMatch(/^unknown/);
      expect(
        await judge('RmmAgent', { files, commands: { ...usual, launchctl: text } }, { agents: ['tactical'] }),
      ).toMatch(/^unknown/);
    }),
  );
  const stopped = sample('launchctl-not-running');
  await fc.assert(
    fc.asyncProperty(fc.nat(stopped.length), fc.nat(30), async (at, cut) => {
      const text = stopped.slice(0, at) + stopped.slice(at + cut);
      fc.pre(!/^\t? *state = running$/m.test(text));
      expect(
        await judge('RmmAgent', { files: daemon('tacticalagent'), commands: { ...usual, launchctl: text } }),
      ).not.toMatch(/^passed/);
    }),
  );
});
