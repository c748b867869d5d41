import { expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from '../../check-definitions.ts';
import { judgeReading } from '../../judge-reading.ts';
import { createSampleWindows } from '../../windows/sample-system.ts';
import { windowsAgents } from './windows.ts';

async function judge(type: 'RmmAgent' | 'FciAgentRunning', name: string, parameters: unknown = {}) {
  const reading = await windowsAgents.read(createSampleWindows(import.meta.dirname, name));
  const context = { operatingSystem: 'windows', now: new Date(0) } as const;
  const { state, message } = judgeReading(CHECK_DEFINITIONS[type], reading, parameters, context);
  return `${state} ${message.key}`;
}

test.each([
  ['none', {}, 'failed absent'],
  ['ninjaone', {}, 'passed running'],
  ['ninjaone', { agents: ['fleet'] }, 'failed absent'],
  ['ninjaone', { agents: ['fleet', 'ninjaone'] }, 'passed running'],
  ['screenconnect-with-its-number', { agents: ['screenconnect'] }, 'passed running'],
  ['other-case', { agents: ['tactical'] }, 'passed running'],
  ['stopped', {}, 'failed stopped'],
  ['listed-by-the-company', { agents: ['our-own'] }, 'passed running'],
  ['listed-by-the-company', { agents: ['worse'] }, 'unknown notLookedFor'],
  ['none', { agents: ['our-own'] }, 'unknown notLookedFor'],
  ['fci-agent', {}, 'failed absent'],
  ['services-denied', {}, 'unknown unknownText'],
  ['no-services', {}, 'unknown unknownText'],
  ['state-in-another-language', {}, 'unknown unknownText'],
])('RmmAgent on %s with %j: %s', async (name, parameters, expected) => {
  expect(await judge('RmmAgent', name, parameters)).toBe(expected);
});

test('FciAgentRunning looks for its own agent', async () => {
  expect(await judge('FciAgentRunning', 'fci-agent')).toBe('passed running');
  expect(await judge('FciAgentRunning', 'ninjaone')).toBe('failed absent');
  expect(await judge('FciAgentRunning', 'services-denied')).toBe('unknown unknownText');
});
