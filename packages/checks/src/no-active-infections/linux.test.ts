import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { noActiveInfections } from './definition.ts';
import { linuxThreats } from './linux.ts';

async function read(options: FakeSystemOptions) {
  const reading = await linuxThreats.read(createFakeSystem(options));
  return judgeReading(noActiveInfections, reading, {}, { operatingSystem: 'linux', now: new Date(0) });
}

test.each([
  [{}, 'not-applicable'],
  [{ mdatp: '[]' }, 'passed'],
  [{ mdatp: '[{"name":"EICAR-Test-File","status":"Quarantined"}]' }, 'passed'],
  [{ mdatp: '[{"name":"Trojan:Linux/Test","status":"Detected","filePaths":["/tmp/x"]}]' }, 'failed'],
  [{ mdatp: '[{"name":"A","status":"quarantined"},{"name":"B","status":"quarantine_failed"}]' }, 'failed'],
  [{ mdatp: '[{"name":"A","status":"someday"}]' }, 'unknown'],
  [{ mdatp: '[{}]' }, 'unknown'],
  [{ mdatp: '' }, 'unknown'],
  [{ mdatp: { code: 1, stderr: 'not onboarded' } }, 'unknown'],
  [{ mdatp: { ok: false, reason: 'timed-out', detail: '' } as const }, 'unknown'],
])('%j: %s', async (commands, expected) => {
  expect((await read({ commands })).state).toBe(expected);
});

test('the threat and its place are shown', async () => {
  const mdatp = '[{"name":"Trojan:Linux/Test","status":"Detected","filePaths":["/tmp/x"]}]';
  expect((await read({ commands: { mdatp } })).items).toEqual([{ label: 'Trojan:Linux/Test', value: '/tmp/x' }]);
});

test('no mangled answer passes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.jsonValue().map((json) => JSON.stringify(json)),
      ),
      async (mdatp) => {
        fc.pre(!/^\s*\[\s*\]\s*$/.test(mdatp));
        expect((await read({ commands: { mdatp } })).state).not.toBe('passed');
      },
    ),
  );
});
