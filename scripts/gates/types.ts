import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type GateResult, judge, printedBy, runTool } from './gate.ts';

const AT_ONCE = 2;
const PROJECTS = [
  '{packages,apps}/*/tsconfig.json',
  'apps/*/*/tsconfig.json',
  '{e2e,bench,tools,scripts}/tsconfig.json',
];
const MADE = '.test-results/types';

interface ProgramResult {
  readonly files: readonly string[];
  readonly problems: string;
}

/** What our projects say of themselves: plain JSON, `include` and options, nothing else. */
interface Project {
  readonly extends: string;
  readonly include: readonly string[];
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
}

/**
 * Every folder with a `tsconfig.json` compiles. Those that ask for the same are one program, so that what they share is
 * read once and not twenty times; two programs at a time. `seen` counts the source files.
 */
export async function checkTypes(root: string): Promise<GateResult> {
  const projects = globSync(PROJECTS, { cwd: root, exclude: ['**/node_modules/**'] }).toSorted();
  const results = await inTurns(writePrograms(root, projects), (program) => checkProgram(root, program));
  const files = new Set(results.flatMap((result) => result.files));
  const missing = workspacesWithout(root);
  const problems = [...missing, ...results.map((result) => result.problems)].filter((text) => text !== '');
  return judge('types', files.size, problems.join('\n'));
}

/** @returns the configuration files of the programs, the one with the most projects first */
function writePrograms(root: string, projects: readonly string[]): string[] {
  const read = projects.map((path) => {
    const folder = dirname(join(root, path));
    const project = JSON.parse(readFileSync(join(root, path), 'utf8')) as Project;
    const include = project.include.map((entry) => resolve(folder, entry));
    return {
      include,
      settings: { extends: resolve(folder, project.extends), compilerOptions: project.compilerOptions },
    };
  });
  const programs = Object.values(Object.groupBy(read, ({ settings }) => JSON.stringify(settings)));
  mkdirSync(join(root, MADE), { recursive: true });
  return programs
    .filter((program) => program !== undefined)
    .toSorted((one, other) => other.length - one.length)
    .map((program, index) => {
      const path = join(root, MADE, `tsconfig-${index}.json`);
      const include = program.flatMap((project) => project.include);
      writeFileSync(path, JSON.stringify({ ...program[0]?.settings, include }));
      return path;
    });
}

async function checkProgram(root: string, program: string): Promise<ProgramResult> {
  // What the last run found out of files that are still the same is taken from next to the program.
  const kept = ['--incremental', '--tsBuildInfoFile', program.replace(/\.json$/, '.tsbuildinfo')];
  const run = await runTool('typescript', 'tsc', ['-p', program, '--listFiles', '--pretty', 'false', ...kept], root);
  const lines = run.stdout.split('\n');
  const isListed = (line: string) => line !== '' && existsSync(line);
  const files = lines.filter((line) => isListed(line) && !line.includes('/node_modules/'));
  if (run.code === 0) return { files, problems: '' };
  return { files, problems: printedBy({ ...run, stdout: lines.filter((line) => !isListed(line)).join('\n') }) };
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
