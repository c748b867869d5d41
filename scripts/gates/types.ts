import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { type GateResult, judge, printedBy, runTool } from './gate.ts';

const AT_ONCE = 2;
const PROJECTS = [
  '{packages,apps}/*/tsconfig.json',
  'apps/*/*/tsconfig.json',
  '{e2e,bench,tools,scripts}/tsconfig.json',
];

interface ProjectResult {
  readonly files: readonly string[];
  readonly problems: string;
}

/** Every folder with a `tsconfig.json` compiles, two at a time. `seen` counts the source files. */
export async function checkTypes(root: string): Promise<GateResult> {
  const projects = globSync(PROJECTS, { cwd: root, exclude: ['**/node_modules/**'] }).toSorted();
  const results = await inTurns(projects, (project) => checkProject(root, project));
  const files = new Set(results.flatMap((result) => result.files));
  const missing = workspacesWithout(root);
  const problems = [...missing, ...results.map((result) => result.problems)].filter((text) => text !== '');
  return judge('types', files.size, problems.join('\n'));
}

async function checkProject(root: string, project: string): Promise<ProjectResult> {
  const run = await runTool('typescript', 'tsc', ['-p', project, '--listFiles', '--pretty', 'false'], root);
  const lines = run.stdout.split('\n');
  const isListed = (line: string) => line !== '' && existsSync(line);
  const files = lines.filter((line) => isListed(line) && !line.includes('/node_modules/'));
  if (run.code === 0) return { files, problems: '' };
  const said = printedBy({ ...run, stdout: lines.filter((line) => !isListed(line)).join('\n') });
  return { files, problems: `${project}\n${said}` };
}

/** Sources that no compiler looks at would pass whatever they say. */
function workspacesWithout(root: string): string[] {
  const workspaces = globSync(['{packages,apps}/*', 'e2e', 'bench', 'tools', 'scripts'], { cwd: root });
  const hasSources = (folder: string) =>
    globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules/**'] }).length > 0;
  return workspaces
    .filter((folder) => !existsSync(join(root, folder, 'tsconfig.json')) && hasSources(folder))
    .map((folder) => `${folder} has sources but no tsconfig.json, so nothing checks its types.`);
}

async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, item] = next;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
