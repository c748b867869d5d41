import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

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

function findBin(packageName: string, bin: string): string {
  const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
  const { bin: bins } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: string | Record<string, string> };
  const path = typeof bins === 'string' ? bins : bins[bin];
  if (path === undefined) throw new Error(`${packageName} brings no program named ${bin}.`);
  return join(dirname(manifest), path);
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
