import { readFile } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';
import { root } from './processes.ts';

interface Step {
  readonly instruction: string;
  readonly words: string;
}

/** The steps of a container file, stage by stage, each with its own FROM. */
export async function readStages(): Promise<Step[][]> {
  const lines = (await readFile(join(root, 'deploy/Containerfile'), 'utf8')).split('\n');
  const steps = lines
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => {
      const [, instruction = '', words = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
      return { instruction, words };
    });
  const stages: Step[][] = [];
  for (const step of steps) {
    if (step.instruction === 'FROM') stages.push([]);
    stages.at(-1)?.push(step);
  }
  return stages;
}

/** Patterns of `.dockerignore`, as far as this one uses them: a path, and what is below it; `**` stands for any folders. */
export async function readIgnored(): Promise<(name: string) => boolean> {
  const patterns = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n').filter(Boolean);
  return (name) => patterns.some((pattern) => matchesGlob(name, pattern) || matchesGlob(name, `${pattern}/**`));
}

/** What follows this instruction, for each of its steps. */
export const wordsOf = (stage: readonly Step[] | undefined, instruction: string): string[] =>
  (stage ?? []).filter((step) => step.instruction === instruction).map(({ words }) => words);
