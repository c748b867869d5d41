import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type GateResult, judge, printedBy, runTool } from './gate.ts';

interface CruiseReport {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly Violation[];
    readonly ruleSetUsed: RuleSet;
  };
  readonly modules: readonly { readonly source: string }[];
}

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
  readonly cycle?: readonly { readonly name: string }[];
}

interface RuleSet {
  readonly forbidden: readonly { readonly name: string; readonly comment?: string }[];
}

const FOLDERS = ['packages', 'apps', 'scripts', 'tools', 'e2e', 'bench'];

/** Imports run one way, as `.dependency-cruiser.cjs` says. */
export async function checkImports(root: string): Promise<GateResult> {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders];
  const run = await runTool('dependency-cruiser', 'dependency-cruise', args, root);
  const report = readReport(run.stdout);
  if (report === null) return judge('imports', 0, printedBy(run));
  const { violations, ruleSetUsed } = report.summary;
  const comments = new Map(ruleSetUsed.forbidden.map(({ name, comment }) => [name, comment ?? name]));
  const problems = violations.map((violation) => describe(violation, comments.get(violation.rule.name) ?? ''));
  return judge('imports', countTypeScript(report), problems.toSorted().join('\n'));
}

/** Without a parser for TypeScript the tool goes through nothing but plain scripts, and says it is well. */
function countTypeScript({ modules }: CruiseReport): number {
  return modules.filter(({ source }) => /^(apps|packages)\/.*\.tsx?$/.test(source)).length;
}

function describe({ from, to, rule, cycle = [] }: Violation, comment: string): string {
  const way = cycle.length === 0 ? to : cycle.map(({ name }) => name).join(' → ');
  return `${from} → ${way}\n    ${comment} [${rule.name}]`;
}

function readReport(text: string): CruiseReport | null {
  try {
    return JSON.parse(text) as CruiseReport;
  } catch {
    return null;
  }
}
