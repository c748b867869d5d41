import { MAIL_LANGUAGES } from '@vestibule/contracts';
import { describe, expect, test } from 'vitest';
import { MAIL_WORDS } from './words.ts';
import { writeAccessRequest, writeBrakeAlert, writeInvitation, writeStageAlert, writeTrial } from './write-mail.ts';

const LINK = 'https://gate.example.com/online/signup#invitation={company}';
const invitation = {
  company: 'Alder & Brook',
  name: 'Zoë {login}\nBcc: x',
  login: 'zoe',
  link: LINK,
  expiresAt: new Date('2026-11-29T16:05:00Z'),
};

describe.each(MAIL_LANGUAGES)('in %s', (language) => {
  test('an invitation has the link on a line of its own, the login, and until when it is good', () => {
    const { subject, text } = writeInvitation(language, invitation);
    expect(subject).toContain('Alder & Brook');
    expect(text.split('\n')).toContain(LINK);
    expect(text).toContain('zoe');
    expect(text).toMatch(/2026.*UTC/);
    expect(text).toContain('Zoë {login} Bcc: x');
    expect(text).not.toMatch(/\{(?!login\}|company\}$)/m);
  });

  test('every place of every text is filled', () => {
    const said = [
      writeBrakeAlert(language, { company: 'Alder', check: 'FirewallEnable', blocked: 3, people: 5 }),
      writeAccessRequest(language, { company: 'Alder', name: 'Zoë', login: 'zoe', application: null, reason: 'a\nb' }),
      writeStageAlert(language, {
        ...{ company: 'Alder', stage: 'Half', number: 4, people: 50, blocked: 7 },
        at: new Date('2026-11-30T09:00:00Z'),
      }),
      writeTrial(language, { company: 'Alder', address: 'gate@alder.example' }),
    ];
    for (const { subject, text } of said) {
      expect(subject).toMatch(/^Alder: \S/);
      expect(`${subject}${text}`).not.toMatch(/[{}]/);
    }
    expect(said[0]?.text).toMatch(/3\D+5/);
    expect(said[1]?.text).toContain('\n> a\n> b\n');
    expect(said[2]?.text).toMatch(/2026.*UTC.*4.*Half.*50\D+7/);
  });
});

test('no language has a text of another one', () => {
  const texts = MAIL_LANGUAGES.map((language) => JSON.stringify(MAIL_WORDS[language].invitation));
  expect(new Set(texts).size).toBe(MAIL_LANGUAGES.length);
});
