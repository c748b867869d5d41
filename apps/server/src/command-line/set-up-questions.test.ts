import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runFolder } from '@vestibule/testing/run-folder';
import { runCommandLine } from './run-command-line.ts';

const GOOD = {
  'What is your company called?': 'Alderbrook',
  'A short name for command lines': 'alderbrook',
  'Your first and last name': 'Ilse Brandt',
  'Your e-mail address': 'ilse@example.com',
  'What do you want to sign in with': 'ilse',
  'The company’s domain': 'example.com',
  'Support: phone number': '+49 30 5550142',
  'Support: when it is answered': '',
  'Support: e-mail address': '',
  'Support: help page': '',
} as const;

/** The set-up as a dry run, asked by someone who gives these wrong answers first. */
async function setUp(wrong: Readonly<Record<string, string>>, words: readonly string[] = []) {
  const folder = await mkdtemp(join(runFolder(), 'questions-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let [out, err] = ['', ''];
  const asked: string[] = [];
  const ask = async (question: string) => {
    const [text, good] = Object.entries(GOOD).find(([known]) => question.startsWith(known)) ?? ['', ''];
    const isFirst = !asked.includes(text);
    asked.push(text);
    return (isFirst ? wrong[text] : undefined) ?? good;
  };
  const code = await runCommandLine(
    ['setup', '--url', 'https://gate.example.com', '--dry-run', '--data', folder, ...words],
    {
      out: (text) => void (out += text),
      err: (text) => void (err += text.replaceAll(/\n\s*/g, ' ')),
      columns: undefined,
      ask,
    },
  );
  expect(await readdir(folder)).toEqual([]);
  return { code, out: out.replaceAll(/\n\s*/g, ' '), err, asked };
}

test('an answer that cannot be taken is said at once, and asked for again; nothing else is lost', async () => {
  const { code, out, asked } = await setUp({
    'A short name for command lines': 'Not A Name!',
    'Your e-mail address': 'nonsense',
    'What do you want to sign in with': 'a b',
    'The company’s domain': 'x',
    'Support: phone number': 'ring us',
    'Support: help page': 'http://help.example',
  });
  expect(code).toBe(0);
  expect(asked).toHaveLength(Object.keys(GOOD).length + 6);
  expect(out).toContain('Not A Name! is no name of a company: small letters, digits and hyphens.');
  expect(out).toContain('nonsense is no e-mail address.');
  expect(out).toContain('ring us is no phone number such as +49 30 5550142.');
  expect(out).toContain('http://help.example is no https address.');
  expect(out).toMatch(/Administrator +ilse/);
});

test.each([
  ['an answer', ['--email', 'nonsense'], '--email: is no e-mail address.'],
  [
    'a certificate that is not there',
    ['--certificate', '/none.pem', '--certificate-key', '/none.key'],
    'cannot be read',
  ],
  ['the trial, where there is none', ['--from-trial'], 'holds nothing of the trial'],
])('what options say is looked at before anybody is asked: %s', async (_name, words, said) => {
  const { code, err, asked } = await setUp({}, words);
  expect(asked).toEqual([]);
  expect(code).not.toBe(0);
  expect(err).toContain(said);
});

test('with --yes what was said wrongly is told before what was not said', async () => {
  const wrong = await setUp({}, ['--yes', '--url', 'gate.example.com']);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/gate\.example\.com/)]);
  expect(wrong.err).not.toContain('--company-name');
  const right = await setUp({}, ['--yes']);
  expect([right.code, right.err]).toEqual([2, expect.stringContaining('so add --company-name TEXT, --login LOGIN')]);
});
