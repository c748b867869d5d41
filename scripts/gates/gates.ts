import { checkDeadCode } from './dead-code.ts';
import { checkFormat } from './format.ts';
import type { Gate } from './gate.ts';
import { checkImports } from './imports.ts';
import { checkLint } from './lint.ts';
import { checkSize } from './size.ts';
import { checkTypes } from './types.ts';

/** What looks at the sources, cheapest first. */
export const SOURCE_GATES: Readonly<Record<string, Gate>> = {
  format: checkFormat,
  lint: checkLint,
  types: checkTypes,
  imports: checkImports,
  'dead code': checkDeadCode,
};

/** What looks at the build. */
export const BUILD_GATES: Readonly<Record<string, Gate>> = { size: checkSize };
