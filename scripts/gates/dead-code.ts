import { type GateResult, judge, printedBy, runTool } from './gate.ts';

interface Found {
  readonly name: string;
  readonly line?: number;
}

type FileReport = { readonly file: string } & Readonly<Record<string, readonly Found[]>>;

const KINDS: Readonly<Record<string, string>> = {
  files: 'this file is used by nothing: delete it, or name it as an entry in knip.json',
  dependencies: 'is listed as a dependency and not used',
  devDependencies: 'is listed as a development dependency and not used',
  optionalPeerDependencies: 'is an optional peer that is used but not listed',
  unlisted: 'is used but not listed in the workspace\'s package.json',
  binaries: 'is a program that no dependency brings',
  unresolved: 'leads nowhere',
  exports: 'is exported and used nowhere else',
  types: 'is an exported type that is used nowhere else',
  enumMembers: 'is a member that nothing uses',
  duplicates: 'is exported twice',
};

/** Files, exports and dependencies that nothing uses, as `knip.json` sees the workspaces. */
export async function checkDeadCode(root: string): Promise<GateResult> {
  const reporter = new URL('knip-reporter.ts', import.meta.url).pathname;
  const run = await runTool('knip', 'knip', ['--no-progress', '--no-config-hints', `--reporter=${reporter}`], root);
  const report = readReport(run.stdout);
  if (report === null) return judge('dead code', 0, printedBy(run));
  const problems = report.issues.map(describe).toSorted().join('\n');
  return judge('dead code', report.seen, problems === '' && run.code !== 0 ? printedBy(run) : problems);
}
