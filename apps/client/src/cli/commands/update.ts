import { UPDATE_CHANNELS, type UpdateChannel } from '@vestibule/contracts';
import { currentPlatform } from '../../system/program.ts';
import { ownOptions } from '../../install/host-entry.ts';
import { refreshForEveryone, refreshForPerson } from '../../install/refresh.ts';
import { findOwnFaults, selfTestPassed } from '../../update/self-test.ts';
import { update, type UpdateResult } from '../../update/update.ts';
import { CLIENT_VERSION } from '../../version.ts';
import { type Command, type Given, UsageError } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';

const SCOPE = {
  kind: 'text',
  placeholder: 'SCOPE',
  help: '"user": your own, the default; "machine": everyone\'s, as root',
} as const;

export const updateCommand: Command = {
  name: 'update',
  usage: '[--check] [--dry-run] [--scope SCOPE] [--channel NAME] [--json]',
  summary: 'Bring Workplace to the version that your company offers',
  explanation: [
    'Takes a newer version only, and only when one of the two keys that this package was made with has signed for every',
    'file of it. The new version lies next to the old one, and is started once before it counts; when it does not work,',
    'everything stays as it was. Browsers use it from their next start.',
    'An installation for everyone on this computer is updated by the means it was installed with, or by root with',
    '--scope machine: only where no one but root can write to it. On Linux a timer does that every day once it is turned on:',
    '`systemctl enable --now workplace-update.timer`.',
  ],
  examples: ['workplace update', 'workplace update --check', 'workplace update --dry-run --json'],
  options: {
    check: { kind: 'flag', help: 'Only tell whether there is a newer version; exit code 1 when there is' },
    'dry-run': { kind: 'flag', help: 'Download it, compare it, try it, and throw it away' },
    scope: SCOPE,
    channel: { kind: 'text', placeholder: 'NAME', help: `${UPDATE_CHANNELS.join(' or ')} (stable)` },
    json: { kind: 'flag', help: 'Print JSON' },
  },
  positionals: 0,
  run: async (given, context) => {
    const web = await context.web();
    const result = await update({
      program: context.program,
      web,
      channel: readChannel(given),
      platform: currentPlatform(),
      now: context.system.now,
      environment: context.system.environment,
      scope: readScope(given),
      ownOptions: ownOptions(context.state, context.system),
      mode: given.flag('check') ? 'check' : given.flag('dry-run') ? 'dry-run' : 'update',
    });
    web.close();
    const { print, complain } = context.terminal;
    const code = exitCode(result);
    if (given.flag('json')) print(JSON.stringify({ running: CLIENT_VERSION, ...result }, null, 2));
    else (code === EXIT_CODES.error ? complain : print)(sentence(result));
    return code;
  },
};

/** What an update is tried with before it counts. */
export const selfTestCommand: Command = {
  name: 'self-test',
  usage: '',
  summary: 'Tell whether this very version works on this computer',
  explanation: ['Run by `workplace update` for the new version. Changes nothing.'],
  examples: ['workplace self-test'],
  options: {},
  positionals: 0,
  isInternal: true,
  run: async (_, { program, terminal }) => {
    const faults = await findOwnFaults(program);
    if (faults.length === 0) terminal.print(selfTestPassed());
    for (const fault of faults) terminal.complain(fault);
    return faults.length === 0 ? EXIT_CODES.fine : EXIT_CODES.error;
  },
};

/** After an update, by the new version itself: it alone knows its browsers and extensions. */
export const tellBrowsersCommand: Command = {
  name: 'tell-browsers',
  usage: '[--scope SCOPE]',
  summary: 'Tell the browsers that were connected what this version tells them',
  explanation: ['Run by `workplace update` with the new version. Where no browser was connected, none is.'],
  examples: ['workplace tell-browsers'],
  options: { scope: SCOPE },
  positionals: 0,
  isInternal: true,
  run: async (given, context) => {
    const failures =
      readScope(given) === 'machine' ? await refreshForEveryone(context) : await refreshForPerson(context);
    for (const failure of failures) context.terminal.complain(failure);
    return failures.length === 0 ? EXIT_CODES.fine : EXIT_CODES.error;
  },
};

function readScope(given: Given): 'user' | 'machine' {
  const scope = given.text('scope') ?? 'user';
  if (scope === 'user' || scope === 'machine') return scope;
  throw new UsageError(`There is no scope "${scope}"; there are "user" and "machine".`);
}

function readChannel(given: Given): UpdateChannel {
  const name = given.text('channel') ?? 'stable';
  const channel = UPDATE_CHANNELS.find((known) => known === name);
  if (channel === undefined)
    throw new UsageError(`There is no channel "${name}"; there are ${UPDATE_CHANNELS.join(', ')}.`);
  return channel;
}

function exitCode({ kind }: UpdateResult): number {
  switch (kind) {
    case 'updated':
    case 'would-update':
    case 'current':
      return EXIT_CODES.fine;
    case 'available':
    case 'not-here':
    case 'busy':
      return EXIT_CODES.attention;
    case 'refused':
    case 'unreachable':
    case 'failed':
      return EXIT_CODES.error;
    default:
      return kind satisfies never;
  }
}

function sentence(result: UpdateResult): string {
  switch (result.kind) {
    case 'updated':
      return result.untold === undefined
        ? `Workplace ${result.version} is in use now. Browsers use it from their next start.`
        : `Workplace ${result.version} is in use now, but browsers were not told: ${result.untold}\nRun: workplace install`;
    case 'would-update':
      return `Workplace ${result.version} works on this computer. Nothing was changed. To use it: workplace update`;
    case 'available':
      return `There is Workplace ${result.version}; this is ${CLIENT_VERSION}. To use it: workplace update`;
    case 'current':
      return `Workplace ${CLIENT_VERSION} is up to date.`;
    case 'not-here':
      return result.detail;
    case 'busy':
      return 'Another process is updating Workplace. Try again when it is done.';
    case 'refused':
      return `Nothing was changed: ${result.detail}`;
    case 'unreachable':
      return `Your company's server was not reached, so nothing was changed. ${result.detail}`;
    case 'failed':
      return `Workplace ${result.version} does not work here, so ${CLIENT_VERSION} stays in use. ${result.detail}`;
    default:
      return result satisfies never;
  }
}
