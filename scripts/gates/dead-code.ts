import { fileURLToPath } from 'node:url';
import { type GateResult, judge, printedBy, runTool } from './gate.ts';
import type { DeadCodeIssue, DeadCodeReport } from './knip-reporter.ts';

const REPORTER = fileURLToPath(new URL('knip-reporter.ts', import.meta.url));

const ADVICE: Readonly<Record<string, string>> = {
  files: 'nothing uses this file: delete it, or name it as an entry in knip.json',
  dependencies: 'is listed as a dependency and not used',
  devDependencies: 'is listed as a development dependency and not used',
  unlisted: "is used but not listed in the workspace's package.json",
  binaries: 'is a program that no dependency brings',
  unresolved: 'leads nowhere',
  exports: 'is exported and used nowhere else',
  types: 'is an exported type that is used nowhere else',
  enumMembers: 'is a member that nothing uses',
  duplicates: 'is exported twice',
};

/** Files, exports and dependencies that nothing uses, as `knip.json` describes the workspaces. */
export async function checkDeadCode(root: string): Promise<GateResult> {
  const run = await runTool('knip', 'knip', ['--no-progress', '--no-config-hints', `--reporter=${REPORTER}`], root);
  const report = readReport(run.stdout);
  if (report === null) return judge('dead code', 0, printedBy(run));
  const problems = report.issues.map(describe).toSorted().join('\n');
  return judge('dead code', report.seen, problems === '' && run.code !== 0 ? printedBy(run) : problems);
}

function describe({ type, file, line, symbol }: DeadCodeIssue): string {
  const place = line === null ? file : `${file}:${line}`;
  return type === 'files' ? `${place}  ${ADVICE['files']}` : `${place}  ${symbol} ${ADVICE[type] ?? type}`;
}

function readReport(text: string): DeadCodeReport | null {
  try {
    return JSON.parse(text) as DeadCodeReport;
  } catch {
    return null;
  }
}
