import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { runFolder } from '@vestibule/testing/run-folder';
import { type Command, EXIT_CODES } from '@vestibule/command-line';
import { createProgram } from './program.ts';
import { runCommandLine } from './run-command-line.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(runFolder(), 'failing-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const failureSchema = z.object({
  error: z.object({ code: z.string().regex(/^[a-z_]+$/), message: z.string().min(10), next: z.string().min(10) }),
});

async function fail(words: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await runCommandLine(words, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    columns: undefined,
  });
  return { code, error: failureSchema.parse(JSON.parse(out)).error, err };
}

const program = createProgram({ out: () => undefined, err: () => undefined, columns: undefined });
const all = listCommands(program, []);
/** It prints a text of the program itself, so nothing is there that could be missing. */
const NEEDS_NOTHING = 'policy first';
const leaves = all.filter(({ command, path }) => command.commands.length === 0 && path.join(' ') !== NEEDS_NOTHING);

/** The command with something in every place that wants something. */
function complete({ command, path }: Listed): string[] {
  const values = command.registeredArguments.filter(({ required }) => required).map((one) => valueOf(one.name()));
  const options = command.options
    .filter(({ mandatory }) => mandatory)
    .flatMap((option) => [option.long ?? '', valueOf(option.attributeName())]);
  return [...path, ...values, ...options];
}

/** What gets past the command's own look at its words, where that is not just any. */
const valueOf = (name: string): string => ({ kind: 'oidc', 'on|off|default': 'on' })[name] ?? '4';

describe('with --json a failure is one JSON object on standard output', () => {
  test('for all commands there are', () => {
    expect(leaves.length).toBeGreaterThan(75);
  });

  test.each(leaves.map((one) => [one.path.join(' '), one] as const))('%s, without a server', async (_, listed) => {
    vi.stubEnv('VESTIBULE_DATA', '');
    // Where no one has signed in.
    vi.stubEnv('XDG_CONFIG_HOME', folder);
    const { code, error, err } = await fail([...complete(listed), '--data', join(folder, 'nowhere'), '--json']);
    expect(code).toBeGreaterThan(0);
    expect(error.message).not.toContain('undefined');
    expect(err.replaceAll(/\s+/g, ' ')).toContain(error.message.slice(0, 20));
    vi.unstubAllEnvs();
  });

  test.each(all.map((one) => [one.path.join(' '), one] as const))('%s, not understood', async (_, { path }) => {
    const { code, error } = await fail([...path, '--no-such-option', '--json']);
    expect(code).toBe(EXIT_CODES.notUnderstood);
    expect(error).toMatchObject({
      code: 'not_understood',
      message: expect.stringMatching(/--no-such-option|not specified/) as unknown,
    });
    expect(error.next).toContain(`${['vestibule', ...path].join(' ')} --help`);
  });

  test('where only the beginning of a command is there', async () => {
    expect(await fail(['person', '--json'])).toMatchObject({
      code: EXIT_CODES.notUnderstood,
      error: { code: 'not_understood', message: 'vestibule person is not a whole command.' },
    });
  });
});

interface Listed {
  readonly path: readonly string[];
  readonly command: Command;
}

function listCommands(command: Command, path: readonly string[]): Listed[] {
  return command.commands.flatMap((below) => {
    const there = [...path, below.name()];
    return [{ path: there, command: below }, ...listCommands(below, there)];
  });
}
