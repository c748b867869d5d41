import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The name that a number is declared by, where, and what one of it counts in the sentence. */
interface Source {
  readonly file: string;
  readonly declared: string;
  readonly unit?: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SERVER = 'apps/server/src/';
const CALLS = 'packages/contracts/src/calls/admin/';

const vouchingCode = {
  file: 'packages/contracts/src/vouching-code.ts',
  declared: 'VOUCHING_CODE_LIFE_MS =',
  unit: MINUTE,
};
const proof = { file: `${SERVER}subjects/people/factors/proof.ts`, declared: 'FRESH_MS =', unit: MINUTE };
const factor = { file: `${SERVER}subjects/devices/register-device.ts`, declared: 'FRESH_MS =', unit: MINUTE };
const impact = { file: `${SERVER}subjects/policy/impact/judged-change.ts`, declared: 'IMPACT_DAYS =' };
const brake = { file: `${SERVER}subjects/policy/gate/brake.ts`, declared: 'WINDOW_MS =', unit: MINUTE };
const exemption = { file: `${CALLS}exemptions.ts`, declared: 'EXEMPTION_DAYS_MAXIMUM =' };
const grant = { file: `${CALLS}access.ts`, declared: 'ACCESS_HOURS_MAXIMUM =' };
const agent = { file: `${SERVER}subjects/devices/agents.ts`, declared: 'AGENT_LIFE_MS =', unit: DAY };
const installer = { file: `${SERVER}subjects/devices/device-accounts.ts`, declared: 'INSTALLER_LIFE_MS =', unit: HOUR };
const invitation = {
  file: `${SERVER}subjects/people/hand-out-invitations.ts`,
  declared: 'INVITATION_LIFE_MS =',
  unit: DAY,
};
const caller = { file: `${SERVER}subjects/support/caller-number.ts`, declared: 'LIFE_MS =', unit: MINUTE };
const activity = { file: `${SERVER}subjects/devices/note-activity.ts`, declared: 'ACTIVITY_MAXIMUM =' };
const depth = { file: `${SERVER}http/frame/json-depth.ts`, declared: 'BODY_DEPTH_MAXIMUM =' };
const ATTEMPTS = `${SERVER}subjects/people/attempts.ts`;
const codeWait = { file: ATTEMPTS, declared: 'CODE_LIMITS: AttemptLimits = { free: 10, longestWaitMs:', unit: MINUTE };
const passwordWait = {
  file: ATTEMPTS,
  declared: 'PASSWORD_LIMITS: AttemptLimits = { free: 5, longestWaitMs:',
  unit: MINUTE,
};
const recovery = { file: `${SERVER}subjects/people/factors/recovery-codes.ts`, declared: 'CODES =' };

const ADMINISTRATION = 'docs/administration.md';
const ACCOUNTS = 'apps/accounts/';

/** `#` stands for the number, in digits or in the words of the language. */
const SENTENCES: readonly (readonly [file: string, sentence: string, source: Source])[] = [
  [ADMINISTRATION, 'shows a code of eight characters, for # minutes.', vouchingCode],
  ['docs/adr/0042-a-known-computer-vouches-for-the-next.md', 'so 40 bits; # minutes; once;', vouchingCode],
  [ADMINISTRATION, 'needs a proof of the last # minutes', proof],
  ['CHANGELOG.md', 'ask for a proof of the last # minutes', proof],
  [ADMINISTRATION, 'in the same sign-in, at most # minutes old', factor],
  ['docs/threat-model.md', '**The factor** has to be at most # minutes old', factor],
  [ADMINISTRATION, 'the last report of each computer of the last # days', impact],
  [ADMINISTRATION, 'people last seen more than # days ago', impact],
  [ADMINISTRATION, 'when it begins to block, within # minutes', brake],
  ['packages/contracts/src/configuration.ts', 'computer has reported within # minutes.', brake],
  [`${SERVER}operations/mail/words.ts`, 'computers have reported within # minutes.', brake],
  [ADMINISTRATION, 'with you as approver, for # days at most', exemption],
  [ADMINISTRATION, 'A grant lasts # days at most', { ...grant, unit: 24 }],
  [ADMINISTRATION, 'at most (`--hours #`)', grant],
  [ADMINISTRATION, 'after # days without a report', agent],
  ['docs/packages.md', 'A token works once and for # hours', installer],
  ['docs/threat-model.md', 'A link works once, for # days', invitation],
  [ADMINISTRATION, 'It is good for # minutes, once, with three tries', caller],
  [`${CALLS}support.ts`, 'show a number for # minutes', caller],
  [`${SERVER}subjects/support/find-caller.ts`, 'shown for # minutes', caller],
  ['apps/command-line/src/support/support.ts', 'show a number for # minutes', caller],
  ['docs/operations.md', '# an hour of one person in each server', activity],
  ['docs/threat-model.md', 'Bodies nest at most # deep', depth],
  [`${ACCOUNTS}src/screens/page/texts.ts`, 'Wait # minutes before the next try', codeWait],
  [`${ACCOUNTS}locales/de/messages.po`, 'Warten Sie # Minuten bis zum', codeWait],
  [`${ACCOUNTS}locales/fr/messages.po`, 'Attendez # minutes avant', codeWait],
  [`${ACCOUNTS}locales/es/messages.po`, 'Espere # minutos antes', codeWait],
  [`${ACCOUNTS}src/screens/page/texts.ts`, 'Wait # a minute before the next try', passwordWait],
  [`${ACCOUNTS}src/screens/session-status/texts.ts`, 'You get # new codes.', recovery],
  [`${ACCOUNTS}locales/de/messages.po`, 'Sie erhalten # neue Codes', recovery],
  [`${ACCOUNTS}locales/fr/messages.po`, 'Vous recevez # nouveaux codes', recovery],
  [`${ACCOUNTS}locales/es/messages.po`, 'Recibirá # códigos nuevos', recovery],
];

const WORDS: Readonly<Record<number, readonly string[]>> = {
  0.5: ['half'],
  5: ['five', 'fünf', 'cinq', 'cinco'],
  7: ['seven'],
  10: ['ten', 'zehn', 'dix', 'diez'],
  90: ['ninety'],
};

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8').replaceAll(/\s+/g, ' ');

/** A number as it is declared: digits, and products of them. */
function numberOf({ file, declared, unit = 1 }: Source): number {
  const [, text = ''] = read(file).split(` ${declared} `);
  const product = /^[\d_]+(?: \* [\d_]+)*/.exec(text)?.[0] ?? '';
  const factors = product.split(' * ').map((digits) => Number(digits.replaceAll('_', '')));
  return factors.reduce((one, other) => one * other, 1) / unit;
}

describe('what a sentence says is what the constant says', () => {
  test.each(SENTENCES)('%s: %s', (file, sentence, source) => {
    const number = numberOf(source);
    expect(number, `${source.declared} in ${source.file} is a number`).toBeGreaterThan(0);
    const said = [String(number), ...(WORDS[number] ?? [])].map((word) => sentence.replace('#', word));
    const text = read(file);
    expect(
      said.some((words) => text.includes(words)),
      `${file} says ${said.join(' or ')}`,
    ).toBe(true);
  });
});

const TIME = /(?<![\w.-])\d[\d.]* ?(?:s|ms|seconds|minutes|hours)\b/;

test('design documents of flows and the titles of their tests name a time limit and do not repeat it', () => {
  const folder = join(import.meta.dirname, '../packages/flows/src');
  const lines = globSync('**/*.{design.md,test.ts}', { cwd: folder }).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => file.endsWith('.md') || /^\s*(?:test|it|describe)\b.*['"`]/.test(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(lines.length).toBeGreaterThan(1000);
  expect(lines.filter((line) => TIME.test(line))).toEqual([]);
});
