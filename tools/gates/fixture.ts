import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const PROJECT = join(import.meta.dirname, '../..');
const CONFIGURATION = [
  ...['biome.json', '.oxlintrc.json', '.dependency-cruiser.cjs', 'knip.json', '.size-limit.json'],
  ...['tsconfig.base.json', '.gitignore'],
];

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
const tsconfig = (types = '') => `{
  "extends": "../../tsconfig.base.json",
  "include": ["src"],
  "compilerOptions": { "types": [${types}] }
}
`;
const manifest = (name: string, rest: object = {}) => json({ name, version: '0.0.0', type: 'module', ...rest });

/** A small tree in which every gate passes: two packages, a chart's library and an application. */
const CLEAN: Readonly<Record<string, string>> = {
  'package.json': manifest('fixture', { workspaces: ['apps/*', 'packages/*'] }),
  'packages/contracts/package.json': manifest('@vestibule/contracts', { exports: { '.': './src/index.ts' } }),
  'packages/contracts/tsconfig.json': tsconfig(),
  'packages/contracts/src/index.ts': `export { type Colour, isWarm } from './colour.ts';\n`,
  'packages/contracts/src/colour.ts': `/** What a lamp shows. */
export type Colour = 'red' | 'green';

export function isWarm(colour: Colour): boolean {
  switch (colour) {
    case 'red':
      return true;
    case 'green':
      return false;
  }
}
`,
  'packages/flows/package.json': manifest('@vestibule/flows', {
    exports: { '.': './src/index.ts' },
    dependencies: { '@vestibule/contracts': '0.0.0' },
  }),
  'packages/flows/tsconfig.json': tsconfig(),
  'packages/flows/src/index.ts': `import { type Colour, isWarm } from '@vestibule/contracts';

export const warmOf = (colours: readonly Colour[]): Colour[] => colours.filter((colour) => isWarm(colour));
`,
  'apps/server/package.json': manifest('@vestibule/server', { dependencies: { '@vestibule/flows': '0.0.0' } }),
  'apps/server/tsconfig.json': tsconfig('"node"'),
  'apps/server/src/main.ts': `import { warmOf } from '@vestibule/flows';

process.stdout.write(\`\${warmOf(['red', 'green']).length}\\n\`);
`,
  'dist/portal/index.html': `<script type="module" crossorigin src="/device-check/assets/index-abc.js"></script>\n`,
  'dist/portal/assets/index-abc.js': `import{a as b}from"./shared-def.js";b();import("./late.js");\n`,
  'dist/portal/assets/shared-def.js': 'export const a=()=>{};\n',
  'dist/console/index.html': `<script type="module" crossorigin src="/console/assets/index-abc.js"></script>\n`,
  'dist/console/assets/index-abc.js': 'export{};\n',
};

export interface Tree {
  readonly root: string;
  /** Writes a file, or takes it away where there is no text. */
  put(file: string, text: string | null): void;
  remove(): void;
}

/** @param files what the tree holds beside the project's own configuration; the clean one unless said otherwise */
export function makeTree(files: Readonly<Record<string, string>> = CLEAN): Tree {
  const root = mkdtempSync(join(tmpdir(), 'vestibule-gates-'));
  const put = (file: string, text: string | null) => {
    const path = join(root, file);
    if (text === null) return rmSync(path);
    mkdirSync(dirname(path), { recursive: true });
    return writeFileSync(path, text);
  };
  for (const file of CONFIGURATION) cpSync(join(PROJECT, file), join(root, file));
  for (const [file, text] of Object.entries(files)) put(file, text);
  linkModules(root);
  return { root, put, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** The project's installed packages, but the workspaces of the tree itself. */
function linkModules(root: string): void {
  const modules = join(root, 'node_modules');
  mkdirSync(join(modules, '@vestibule'), { recursive: true });
  for (const name of readdirSync(join(PROJECT, 'node_modules'))) {
    if (name !== '@vestibule') symlinkSync(join(PROJECT, 'node_modules', name), join(modules, name));
  }
  for (const name of ['contracts', 'flows']) {
    symlinkSync(join(root, 'packages', name), join(modules, '@vestibule', name));
  }
}
