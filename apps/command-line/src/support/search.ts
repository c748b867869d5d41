import type { Command } from 'commander';
import type { CallAnswer } from '../frame/client.ts';
import { type Output, shortId, timeText } from '../frame/output.ts';
import { examples, run } from '../frame/run.ts';
import { personVerdictText, verdictCell } from '../frame/verdict-text.ts';

type Found = CallAnswer<'adminSearch'>;

export function addSearchCommand(program: Command): void {
  const search = program
    .command('search <text>')
    .description('people, computers and applications by a few letters; the caller of a support code; a request id')
    .action((text: string, _options: unknown, command: Command) =>
      run(command, async ({ ask, output }) => {
        const found = await ask('adminSearch', { query: { q: text } });
        output.answer(found, () => print(output, found, text));
      }),
    );
  examples(search, ['search lena', 'search LB-LT-0391', 'search 7KQ-42M']);
}

function print(output: Output, found: Found, text: string): void {
  const facts = [
    ...(found.caller === null
      ? []
      : [['Caller', `${found.caller.displayName} (${found.caller.login}): support ${found.caller.code}`] as const]),
    ...(found.signIn === null ? [] : [['Sign-in', signInText(found.signIn)] as const]),
    ...found.people.map(
      (person) => ['Person', `${person.displayName} (${person.login}), ${personText(person)}`] as const,
    ),
    ...found.devices.map(
      (device) =>
        ['Computer', `${device.label ?? device.name} of ${device.login ?? '-'}, ${verdictCell(device)}`] as const,
    ),
    ...found.applications.map(({ name, isOn }) => ['Application', isOn ? name : `${name}, switched off`] as const),
  ];
  if (facts.length === 0) output.say(`Nothing is called ${text}. The audit log may know more: audit --help`);
  else output.facts(facts);
}

function signInText({ id, at, login, applicationName }: NonNullable<Found['signIn']>): string {
  return `${timeText(at)} UTC, ${login ?? 'not known'} to ${applicationName ?? 'an application removed since'}: sign-in show ${shortId(id)}`;
}

function personText(person: Found['people'][number]): string {
  return personVerdictText({ ...person, devicesStopped: 0 });
}
