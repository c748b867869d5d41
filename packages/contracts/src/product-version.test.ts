import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PRODUCT_VERSION } from './product-version.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FILES = [
  'package.json',
  ...globSync(['{apps,packages}/*/package.json', '{e2e,bench,tools}/package.json'], { cwd: ROOT }),
];

test('every package.json says the version of the product, of itself and of the workspaces it uses', () => {
  expect(FILES.length).toBeGreaterThan(15);
  for (const file of FILES) {
    const { version, dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Record<
      'dependencies' | 'devDependencies',
      Record<string, string> | undefined
    > & { readonly version: string };
    const own = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
      name.startsWith('@vestibule/'),
    );
    expect([file, version, ...own.map(([, wanted]) => wanted)]).toEqual([
      file,
      PRODUCT_VERSION,
      ...own.map(() => PRODUCT_VERSION),
    ]);
  }
});
