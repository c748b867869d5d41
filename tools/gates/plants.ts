import { checkDeadCode } from '../../scripts/gates/dead-code.ts';
import { checkFormat } from '../../scripts/gates/format.ts';
import type { Gate } from '../../scripts/gates/gate.ts';
import { checkImports } from '../../scripts/gates/imports.ts';
import { checkLint } from '../../scripts/gates/lint.ts';
import { checkSize } from '../../scripts/gates/size.ts';
import { checkTypes } from '../../scripts/gates/types.ts';
import { LINT_PLANTS } from './lint-plants.ts';
import { ROOM_PLANTS } from './room-plants.ts';
import type { Violation } from './violation.ts';

interface Plants {
  readonly gate: string;
  readonly run: Gate;
  readonly violations: readonly Violation[];
}

/** Scripts that do not compress: half a megabyte of numbers from a small generator. */
function incompressible(): string {
  let seed = 1;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed.toString(36);
  };
  return `export const a='${Array.from({ length: 60_000 }, next).join('')}';\n`;
}

const imports = (what: string, file: string, text: string, rule: string): Violation => ({
  what,
  file,
  text,
  found: new RegExp(`${file.replaceAll('.', '\\.')}[^[]*\\[${rule}\\]`),
});

const flows = 'packages/flows/src';
const server = 'apps/server/src';

export const PLANTS: readonly Plants[] = [
  {
    gate: 'format',
    run: checkFormat,
    violations: [
      {
        what: 'a crooked line',
        file: `${flows}/crooked.ts`,
        text: 'export const  a = "b"\n',
        found: /flows\/src\/crooked\.ts/,
      },
    ],
  },
  {
    gate: 'types',
    run: checkTypes,
    violations: [
      {
        what: 'a wrong type',
        file: `${server}/wrong.ts`,
        text: `export const wrong: number = 'one';\n`,
        found: /wrong\.ts\(1,14\): error TS2322/,
      },
      {
        what: 'an unchecked index',
        file: `${flows}/unchecked.ts`,
        text: 'export const first = (list: string[]): string => list[0];\n',
        found: /unchecked\.ts\(1,50\): error TS2322/,
      },
      {
        what: 'a workspace without a tsconfig.json',
        file: 'apps/client/src/main.ts',
        text: 'export const a = 1;\n',
        found: /apps\/client has sources but no tsconfig\.json/,
      },
    ],
  },
  {
    gate: 'imports',
    run: checkImports,
    violations: [
      imports(
        'a lower package that imports a higher one',
        'packages/contracts/src/up.ts',
        `export { warmOf } from '../../flows/src/index.ts';\n`,
        'contracts-imports-only',
      ),
      imports(
        'a type from a higher package',
        'packages/contracts/src/type-up.ts',
        `import type { warmOf } from '../../flows/src/index.ts';\nexport type A = typeof warmOf;\n`,
        'contracts-imports-only',
      ),
      imports(
        'a package that imports an application',
        `${flows}/app.ts`,
        `import '../../../apps/server/src/main.ts';\n`,
        'packages-import-no-app',
      ),
      imports(
        'a chart in what the web applications share',
        'packages/web-shell/src/chart.ts',
        `import '../../flows/src/index.ts';\n`,
        'web-shell-imports-only',
      ),
      imports(
        'one application in another',
        'apps/client/src/main.ts',
        `import '../../server/src/main.ts';\n`,
        'apps-stay-apart',
      ),
      imports(
        'the server in the command line that is handed out',
        'apps/command-line/src/main.ts',
        `import '../../server/src/main.ts';\n`,
        'apps-stay-apart',
      ),
      imports(
        'more than the contract in that command line',
        'apps/command-line/src/more.ts',
        `import '../../../packages/flows/src/index.ts';\n`,
        'command-line-imports-only',
      ),
      imports(
        'another application in the server’s command line',
        `${server}/command-line/app.ts`,
        `import '../../../client/src/main.ts';\n`,
        'server-imports-one-app',
      ),
      imports(
        'a circle',
        `${flows}/one.ts`,
        `import { two } from './two.ts';\nexport const one = () => two;\n`,
        'no-cycles',
      ),
      {
        what: 'its other half',
        file: `${flows}/two.ts`,
        text: `import { one } from './one.ts';\nexport const two = () => one;\n`,
        found: /two\.ts/,
      },
      imports(
        'React outside the web applications',
        `${server}/react.ts`,
        `import { useState } from 'react';\nexport const a = useState;\n`,
        'react-only-where-it-belongs',
      ),
      imports(
        'XState outside the flows',
        `${server}/chart.ts`,
        `import { createMachine } from 'xstate';\nexport const a = createMachine;\n`,
        'xstate-only-where-it-belongs',
      ),
      imports(
        'a development tool in the product',
        `${server}/tool.ts`,
        `import { build } from 'vite';\nexport const a = build;\n`,
        'no-undeclared-packages',
      ),
      imports(
        'test helpers in the product',
        `${server}/helped.ts`,
        `import '../../../packages/testing/src/index.ts';\n`,
        'testing-only-in-tests',
      ),
      {
        what: 'those helpers',
        file: 'packages/testing/src/index.ts',
        text: 'export const a = 1;\n',
        found: /testing\/src\/index\.ts/,
      },
      ...ROOM_PLANTS,
      imports('an import that leads nowhere', `${server}/lost.ts`, `import './nowhere.ts';\n`, 'imports-resolve'),
    ],
  },
  {
    gate: 'dead code',
    run: checkDeadCode,
    violations: [
      {
        what: 'a file that nothing uses',
        file: `${flows}/unused.ts`,
        text: 'export const a = 1;\n',
        found: /unused\.ts {2}nothing uses this file/,
      },
      {
        what: 'an export that nothing uses',
        file: 'packages/contracts/src/colour.ts',
        text: `export type Colour = 'red';\nexport const isWarm = (colour: Colour): boolean => colour === 'red';\nexport const coldest = 'blue';\n`,
        found: /colour\.ts:3 {2}coldest is exported and used nowhere else/,
      },
      {
        what: 'a dependency that nothing uses',
        file: 'apps/server/package.json',
        text: '{ "name": "@vestibule/server", "type": "module", "dependencies": { "@vestibule/flows": "0.0.0", "fastify": "1.0.0" } }\n',
        found: /fastify is listed as a dependency and not used/,
      },
    ],
  },
  {
    gate: 'size',
    run: checkSize,
    violations: [
      {
        what: 'too much in a shared chunk',
        file: 'dist/portal/assets/shared-def.js',
        text: incompressible(),
        found: /kB in 2 files, allowed are 130 kB/,
      },
    ],
  },
  {
    gate: 'size without a build',
    run: checkSize,
    violations: [
      {
        what: 'no page',
        file: 'dist/portal/index.html',
        text: null,
        found: /dist\/portal\/index\.html is not there: run "npm run build"/,
      },
    ],
  },
  {
    gate: 'size with half a build',
    run: checkSize,
    violations: [
      {
        what: 'a chunk is missing',
        file: 'dist/portal/assets/shared-def.js',
        text: null,
        found: /loads what is not there: .*shared-def\.js/,
      },
    ],
  },
  {
    gate: 'lint',
    run: checkLint,
    violations: LINT_PLANTS,
  },
];
