import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A rule on source text, for what the linter cannot say. */
interface ProjectRule {
  readonly pattern: RegExp;
  readonly advice: string;
  readonly appliesTo: (file: string) => boolean;
}

const FOLDERS = '{apps,packages,e2e,bench,tools,scripts}';
const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file);

const isOfChecks = (file: string) => file.startsWith('packages/checks/src/') && !isTest(file);
/** What turns thrown errors into outcomes, and expressions that others have written. */
const MAY_CATCH = /\/(?:json|collect-facts|scratch-system|apt-origins|apt-pins|clamav-settings)\.ts$/;
/** What gives the answer, what puts it into words, fixes, and the readers of other systems. */
const MAY_ASK_WHY = /\/(?:if-there|reading|backup|on-access-settings|[\w-]*fix)\.ts$|\bmacos\b|\/windows\//;

const RULES: readonly ProjectRule[] = [
  {
    pattern: /(?:oxlint|eslint)-disable(?!.* -- \S)/,
    advice: 'A suppression gives its reason: // oxlint-disable-next-line rule -- why',
    appliesTo: (file) => !file.startsWith('scripts/gates/') && !file.startsWith('tools/'),
  },
  {
    pattern: /biome-ignore [a-z/]+(?!: \S)\b(?!: \S)/i,
    advice: 'A suppression gives its reason: // biome-ignore format: why',
    appliesTo: (file) => !file.startsWith('scripts/gates/') && !file.startsWith('tools/'),
  },
  {
    pattern: /\bnew Date\(\)|\bTemporal\.Now\b/,
    advice: 'Time is a dependency here: take `now` as a parameter.',
    appliesTo: (file) => !isTest(file) && (/^packages\/(flows|policy|checks)\//.test(file) || file.endsWith('.tsx')),
  },
  {
    pattern: /\bcatch\b/,
    advice: 'A reader catches nothing: what fails reaches it as an outcome, and collectFacts catches what is thrown.',
    appliesTo: (file) => isOfChecks(file) && !MAY_CATCH.test(file),
  },
  {
    pattern: /\breason [!=]== 'missing'/,
    advice: 'Whether something is missing is asked by readIfThere and listIfThere: no other failure is an answer.',
    appliesTo: (file) => isOfChecks(file) && !MAY_ASK_WHY.test(file),
  },
];

/** @returns one line for each place that breaks a rule, and how many files were read */
export function checkProjectRules(root: string): { readonly problems: readonly string[]; readonly seen: number } {
  const exclude = ['**/node_modules/**', '**/dist/**'];
  const files = globSync(`${FOLDERS}/**/*.{ts,tsx,mjs}`, { cwd: root, exclude }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  return { seen: files.length, problems: files.toSorted().flatMap((file) => checkFile(root, file)) };
}

function checkFile(root: string, file: string): string[] {
  const rules = RULES.filter((rule) => rule.appliesTo(file));
  if (rules.length === 0) return [];
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    rules.filter(({ pattern }) => pattern.test(line)).map(({ advice }) => `${file}:${index + 1}  ${advice}`),
  );
}
