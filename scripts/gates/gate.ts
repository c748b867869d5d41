import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a gate found. A gate that saw nothing has not checked anything and therefore fails. */
export interface GateResult {
  readonly name: string;
  readonly ok: boolean;
  /** How many files, projects or modules it looked at. */
  readonly seen: number;
  /** What a person reads when it failed. */
  readonly output: string;
}

/** Looks at the tree below a folder. */
export type Gate = (root: string) => Promise<GateResult>;

export interface ToolRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Makes the result, and fails the gate that saw nothing. */
export function judge(name: string, seen: number, problems: string): GateResult {
  if (seen > 0) return { name, ok: problems === '', seen, output: problems };
  const nothing = `The ${name} gate saw nothing to check, so it proves nothing: its configuration no longer fits the tree.`;
  return { name, ok: false, seen, output: `${nothing}\n${problems}`.trim() };
}

/** Runs a tool of node_modules with the Node that runs this. */
export function runTool(packageName: string, bin: string, args: readonly string[], root: string): Promise<ToolRun> {
  return runProgram(process.execPath, [findBin(packageName, bin), ...args], root);
}

const MODULES = join(import.meta.dirname, '../../node_modules');

function findBin(packageName: string, bin: string): string {
  const folder = join(MODULES, packageName);
  const { bin: bins } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const path = typeof bins === 'string' ? bins : bins[bin];
  if (path === undefined) throw new Error(`${packageName} brings no program named ${bin}.`);
  return join(folder, path);
}

interface Manifest {
  readonly bin: string | Readonly<Record<string, string>>;
}

/** Runs a program to its end and keeps what it printed. */
export function runProgram(file: string, args: readonly string[], cwd: string): Promise<ToolRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, stdout, stderr }));
  });
}

/** What a tool printed, for a failure that its report does not explain. */
export function printedBy({ stdout, stderr }: ToolRun): string {
  return `${stdout}\n${stderr}`.trim();
}
