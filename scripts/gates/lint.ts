import { type GateResult, judge, printedBy, runTool } from './gate.ts';
import { checkProjectRules } from './project-rules.ts';

interface OxlintReport {
  readonly number_of_files: number;
  readonly diagnostics: readonly Diagnostic[];
}

interface Diagnostic {
  readonly message: string;
  readonly code?: string;
  readonly help?: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number; readonly column: number } }[];
}

/** The rules of `.oxlintrc.json`, those that need types among them, and the project's own. */
export async function checkLint(root: string): Promise<GateResult> {
  const run = await runTool('oxlint', 'oxlint', ['--format=json', '.'], root);
  const report = readReport(run.stdout);
  if (report === null) return judge('lint', 0, printedBy(run));
  const problems = [...report.diagnostics.map(describe), ...checkProjectRules(root).problems].toSorted();
  const isUnexplained = run.code !== 0 && problems.length === 0;
  return judge('lint', report.number_of_files, isUnexplained ? printedBy(run) : problems.join('\n'));
}

function readReport(text: string): OxlintReport | null {
  try {
    return JSON.parse(text) as OxlintReport;
  } catch {
    return null;
  }
}

function describe({ filename, labels, code, message, help }: Diagnostic): string {
  const place = labels[0] === undefined ? filename : `${filename}:${labels[0].span.line}:${labels[0].span.column}`;
  const sentence = `${place}  ${message}${code === undefined ? '' : `  [${code}]`}`;
  return help === undefined ? sentence : `${sentence}\n    ${help.replaceAll('\n', ' ')}`;
}
