import { Command } from 'commander';
import { expect, test } from 'vitest';
import { nameOption } from './name-option.ts';

function parse(words: readonly string[]): Command {
  const command = new Command('add')
    .argument('[login]')
    .option('--name <text>')
    .option('--hours <n>', '', '4')
    .option('--for <time>')
    .option('--domain <domain...>')
    .option('--settings <file>')
    .exitOverride();
  command.parse([...words], { from: 'user' });
  return command;
}

test.each([
  [['--hours', '9'], 'body.hours: must be at most 24.', '--hours must be at most 24.'],
  // No one typed it: it is a standard value, or another option became this field.
  [[], 'body.hours: must be at most 24.', 'hours: must be at most 24.'],
  [[], 'body.hours: is missing.', '--hours is missing.'],
  [['--for', '9d'], 'body.minutes: must be at most 60.', '--for must be at most 60.'],
  [['--name', 'x'], 'body.displayName: must not be empty.', '--name must not be empty.'],
  [['ilse'], 'body.login: must not hold blanks.', '<login> must not hold blanks.'],
  [
    ['--domain', 'X'],
    'body.settings.allowedDomains.0: must be a domain in small letters.',
    '--domain must be a domain in small letters.',
  ],
  [
    ['--settings', 'a.json'],
    'body.settings.claims.login: must be a text.',
    '--settings, claims.login: must be a text.',
  ],
  [['--name', 'x'], 'body.name: the trial stays here.', '--name: the trial stays here.'],
  [[], 'body.set.accentColor: must be a colour.', 'accentColor: must be a colour.'],
  [[], 'body.source.record.redirectUris: is missing.', 'redirectUris: is missing.'],
  [[], 'body: there is no setting x.', 'there is no setting x.'],
  [[], 'Nothing was changed.', 'Nothing was changed.'],
])('%j, %s', (words, message, said) => {
  expect(nameOption(parse(words), message)).toBe(said);
});
