import { readFile } from 'node:fs/promises';
import { CHECK_DEFINITIONS } from '@vestibule/checks';
import {
  CHECK_TYPES,
  type CheckType,
  type DeviceReport,
  type FactReading,
  type SecurityCheck,
} from '@vestibule/contracts';
import type { Evaluation } from '@vestibule/policy';
import { createFactSource, type FactSource } from '../../facts/fact-source.ts';
import { readProgramDetails } from '../../report/client-details.ts';
import { judgeByPolicy } from '../../report/judge-by-policy.ts';
import { createReportBuilder } from '../../report/report-builder.ts';
import { readDevice } from '../../state/device.ts';
import { type Command, type CommandContext, UsageError } from '../command.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { formatTable, shorten } from '../table.ts';

const VALUE_LENGTH = 90;

/** Stands for the device while this computer has no keys yet; nothing is sent from here. */
const NO_DEVICE = { deviceId: '00000000-0000-4000-8000-000000000000', keyProtection: 'file' } as const;

export const checkCommand: Command = {
  name: 'check',
  usage: '[--only CHECK] [--json] [--policy FILE]',
  summary: 'Read the security settings of this computer now',
  explanation: [
    'Without a policy it shows the facts as they are read: what your company would see. With a policy file it also shows',
    'what that policy makes of them, by the same rules as the server; what only the server knows (KnownDevice) is left',
    'out. Nothing is sent anywhere.',
  ],
  examples: [
    'workplace check',
    'workplace check --only DeviceEncrypted',
    'workplace check --policy policy.yaml',
    'workplace check --json > report.json',
  ],
  options: {
    only: { kind: 'texts', placeholder: 'CHECK', help: 'Read and judge this check alone; may be given several times' },
    json: { kind: 'flag', help: 'Print JSON: the report, or the verdicts when there is a policy' },
    policy: { kind: 'text', placeholder: 'FILE', help: 'Judge by this policy (YAML or JSON)' },
  },
  positionals: 0,
  run: async (given, context) => {
    const policyFile = given.text('policy');
    const policyText = policyFile === undefined ? null : await readPolicy(policyFile);
    const only = given.texts('only').map(checkNamed);
    const report = await readReport(context, only);
    const { print } = context.terminal;
    if (policyText === null) {
      print(given.flag('json') ? JSON.stringify(report, null, 2) : factTable(report.facts));
      if (!given.flag('json')) print(MORE);
      return Object.values(report.facts).some((reading) => 'unavailable' in reading)
        ? EXIT_CODES.attention
        : EXIT_CODES.fine;
    }
    const judged = judgeByPolicy(policyText, report, context.system.now(), only);
    if (!judged.ok) {
      throw new UsageError(`The policy ${policyFile} cannot be used:\n${judged.problems.join('\n')}`);
    }
    const { securityChecks, blocking } = judged.evaluation;
    print(given.flag('json') ? JSON.stringify(judged.evaluation, null, 2) : verdictTable(securityChecks));
    if (!given.flag('json')) print(summary(judged.evaluation));
    return blocking.length === 0 ? EXIT_CODES.fine : EXIT_CODES.attention;
  },
};

const MORE = '\nWhole values: workplace check --json\nWhat they mean: workplace status';

async function readPolicy(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new UsageError(`The policy file ${file} cannot be read.`);
  }
}

function checkNamed(name: string): CheckType {
  const check = CHECK_TYPES.find((one) => one.toLowerCase() === name.toLowerCase());
  if (check !== undefined) return check;
  throw new UsageError(`There is no check "${name}". Checks: ${CHECK_TYPES.join(', ')}.`);
}

/** Reads now, exactly as for a sign-in: everything, or what some checks want. */
async function readReport(
  { program, state, system }: CommandContext,
  only: readonly CheckType[],
): Promise<DeviceReport> {
  const read = await readDevice(state, system);
  const client = readProgramDetails(program, system);
  const facts = only.length === 0 ? undefined : only.map((check) => CHECK_DEFINITIONS[check].facts);
  const everything = createFactSource(system);
  const source: FactSource = { ...everything, collect: (_, scan) => everything.collect(facts, scan) };
  return (await createReportBuilder(read.ok ? read.device : NO_DEVICE, client, system, source).read()).report;
}

function factTable(facts: DeviceReport['facts']): string {
  const rows = Object.entries(facts).map(([name, reading]) => [name, factText(reading), reading.source]);
  return formatTable([['FACT', 'FOUND', 'SOURCE'], ...rows]);
}

function factText(reading: FactReading): string {
  if (!('unavailable' in reading)) return shorten(JSON.stringify(reading.value), VALUE_LENGTH);
  return shorten(
    `unknown: ${reading.unavailable}${reading.detail === undefined ? '' : `, ${reading.detail}`}`,
    VALUE_LENGTH,
  );
}

function verdictTable(checks: readonly SecurityCheck[]): string {
  const rows = checks.map((check) => [
    check.state.toUpperCase(),
    check.checkType,
    severityOf(check),
    check.checkMessage,
    shorten(check.evidence?.found ?? '', VALUE_LENGTH),
  ]);
  return formatTable([['STATE', 'CHECK', 'RULE', 'MESSAGE', 'FOUND'], ...rows]);
}

function severityOf({ isSigninStopper, isRequired }: SecurityCheck): string {
  if (isSigninStopper) return 'sign-in stopper';
  return isRequired ? 'required' : 'recommended';
}

function summary({ blocking, policyMode }: Evaluation): string {
  return blocking.length === 0
    ? `\nThis computer meets the policy (${policyMode}).`
    : `\nBy this policy (${policyMode}) these keep you from work: ${blocking.join(', ')}.\nTo repair one: workplace fix <check>`;
}
