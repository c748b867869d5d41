import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '../..');
const COMMAND_LINE = join(SOURCE, '../../command-line/src');

/** Every variable of the environment that the server or its command line reads. */
async function readVariables(): Promise<string[]> {
  const texts = (await Promise.all([SOURCE, COMMAND_LINE].map((folder) => readSources(folder)))).flat();
  const found = texts.flatMap((text) => [
    ...text.matchAll(/\b(VESTIBULE(?:_[A-Z0-9]+)+)\b/g),
    // Lines of the schema, variables of options, and what is read past both.
    ...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+): z\b/gm),
    ...text.matchAll(/\.env\('([A-Z0-9_]+)'/g),
    ...text.matchAll(/process\.env(?:\.|\[')([A-Z0-9_]+)/g),
  ]);
  return [...new Set(found.map(([, name = '']) => name))].toSorted();
}

async function readSources(folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !/(?:^|[\\/])testing[\\/]/.test(name),
  );
  return Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
}

test('the README names every setting that the server reads, and no other', async () => {
  const readme = await readFile(join(SOURCE, '../../../README.md'), 'utf8');
  const section = /^## Running it for real$([\s\S]*)/m.exec(readme)?.[1] ?? '';
  const named = [...section.matchAll(/`([A-Z][A-Z0-9_]{3,})`/g)].map(([, name = '']) => name);
  const variables = await readVariables();
  expect(variables).toEqual(
    expect.arrayContaining(['PORT', 'DATABASE_URL', 'VESTIBULE_S3_REGION', 'VESTIBULE_COMPANY']),
  );
  expect([...new Set(named)].toSorted()).toEqual(variables);
});
