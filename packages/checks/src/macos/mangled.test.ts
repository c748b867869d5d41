import { anyText } from '@vestibule/testing';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECK_TYPES } from '@vestibule/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from '../check-definitions.ts';
import { FACT_READERS } from '../fact-readers.ts';
import { judgeReading } from '../judge-reading.ts';
import type { SystemPort } from '../system-port.ts';
import { createFakeMac } from './fake-mac.ts';

const SOURCES = join(import.meta.dirname, '..');
const context = { operatingSystem: 'macos', now: new Date('2026-11-21T09:00:00Z') } as const;
const readers = FACT_READERS.filter(({ operatingSystem }) => operatingSystem === 'macos');
const samples = globSync('**/samples/macos/*.{txt,plist,json}', { cwd: SOURCES });

/** A Mac on which every tool and every file answers with the same text; the person sits at its screen. */
function answering(text: string, code: number): SystemPort {
  const system = createFakeMac();
  return {
    ...system,
    readFile: async () => ({ ok: true, value: text }),
    listFolder: async () => ({ ok: true, value: text.split('\n').slice(0, 5) }),
    run: async (command) =>
      command.tool === 'stat' ? system.run(command) : { ok: true, value: { code, stdout: text, stderr: text } },
  };
}

async function passedOn(system: SystemPort): Promise<readonly string[]> {
  const passed: string[] = [];
  for (const reader of readers) {
    const reading = await reader.read(system);
    for (const type of CHECK_TYPES.filter((name) => CHECK_DEFINITIONS[name].facts === reader.facts)) {
      if (judgeReading(CHECK_DEFINITIONS[type], reading, {}, context).state === 'passed') passed.push(type);
    }
  }
  return passed;
}

test('no reader of macOS throws, hangs or passes on answers that are none', async () => {
  await fc.assert(
    fc.asyncProperty(anyText(), fc.nat(2), async (text, code) => {
      expect(await passedOn(answering(text, code))).toEqual([]);
    }),
  );
});

test('a sample with noise in its middle, given as the answer to everything, never throws or hangs', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...samples),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.string({ maxLength: 20 }),
      async (path, share, noise) => {
        const text = readFileSync(join(SOURCES, path), 'utf8');
        const at = Math.floor(text.length * share);
        await passedOn(answering(text.slice(0, at) + noise + text.slice(at + noise.length), 0));
      },
    ),
  );
});
