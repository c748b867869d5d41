import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WINDOWS_SECTIONS } from '@vestibule/checks';
import { expect, test } from 'vitest';
import { buildClient } from '../../../../../scripts/build-client.ts';

const FOLDER = join(import.meta.dirname, 'scripts');
const names = (await readdir(FOLDER)).toSorted();
const read = (name: string) => readFile(join(FOLDER, name), 'utf8');

test('the built client holds every script, byte for byte', async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'vestibule-client-'));
  try {
    await buildClient({ outDir, build: 'release' });
    const shipped = join(outDir, 'scripts');
    expect((await readdir(shipped)).toSorted()).toEqual(names);
    for (const name of names) expect(await readFile(join(shipped, name))).toEqual(await readFile(join(FOLDER, name)));
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}, 60_000);

test('the inventory prints the sections that are read, in their order', async () => {
  const text = await read('inventory.ps1');
  const sections = [...text.matchAll(/^Write-Section '(\w+)' \{$/gm)].map(([, name]) => name);
  expect(sections).toEqual([...WINDOWS_SECTIONS]);
});

test('the inventory takes nothing from outside and changes nothing', async () => {
  const text = await read('inventory.ps1');
  const [head = ''] = text.split('function Write-Section');
  expect(head).not.toMatch(/^\s*param\b/m);
  expect(text).not.toMatch(/\$args\b|\$input\b|Read-Host/i);
  const commands = new Set(text.match(/\b(?:Set|New|Remove|Start|Stop|Enable|Disable|Add|Clear|Out)-[A-Z]\w+/g));
  // For COM objects that only answer.
  expect([...commands]).toEqual(['New-Object']);
});

test.each(names)('%s does nothing that programs against malware take for malware', async (name) => {
  const text = await read(name);
  expect(text).not.toMatch(
    /EncodedCommand|FromBase64|Invoke-Expression|\biex\b|DownloadString|WebClient|WindowStyle|Hidden|Reflection/i,
  );
});

test.each(names)('%s is plain ASCII, stops at the first error and takes modules of Windows alone', async (name) => {
  const lines = (await read(name)).split('\n');
  expect(lines.every((line) => /^[\t\x20-\x7e]*$/.test(line))).toBe(true);
  const code = lines.filter((line) => !line.startsWith('#') && line.trim() !== '');
  expect(code).toContain("$ErrorActionPreference = 'Stop'");
  const modules = code.indexOf(String.raw`$env:PSModulePath = $PSHOME + '\Modules'`);
  expect(modules).toBeGreaterThan(0);
  // A command before that line could be lent by a folder of the person.
  expect(code.slice(0, modules).join('\n')).not.toMatch(/\b[A-Z][a-z]+-[A-Z][A-Za-z]+\b/);
});

test.each([
  ['elevate.ps1', ['Fixes', 'Software', 'Answer']],
  ['screen-saver.ps1', ['Seconds', 'ChooseBlank']],
  ['defender-realtime.ps1', []],
  ['defender-remove-threats.ps1', []],
  ['installation.ps1', []],
])('%s takes %j, of a closed form', async (name, parameters) => {
  const [, list = ''] = /^param\(\n([\s\S]*?)^\)$/m.exec(await read(name)) ?? [];
  const lines = list.split('\n').filter((line) => line.trim() !== '');
  expect(lines.map((line) => /\$(\w+),?$/.exec(line)?.[1])).toEqual(parameters);
  expect(lines.every((line) => /\[Validate(?:Pattern\('\^[^']*\$'\)|Range\(\d+, \d+\))\]|\[switch\]/.test(line))).toBe(
    true,
  );
});
