import { type I18n, setupI18n } from '@lingui/core';
import { CLIENT_SENTENCES, say, type SecurityCheck } from '@vestibule/contracts';
import { describe, expect, test } from 'vitest';
import { catalogueOf } from '../testing/catalogue-of.ts';
import { wordsOf } from './check-words.ts';

const LANGUAGES = ['de', 'fr', 'es'] as const;
const CATALOGUES = {
  en: await catalogueOf('en'),
  de: await catalogueOf('de'),
  fr: await catalogueOf('fr'),
  es: await catalogueOf('es'),
};
const english = CATALOGUES.en;

function languageOf(locale: keyof typeof CATALOGUES, messages = CATALOGUES[locale]): I18n {
  return setupI18n({ locale, messages: { [locale]: messages } });
}

const check: SecurityCheck = {
  checkType: 'ScreenSaverTimeout',
  checkMessage: 'The screen saver starts after 30 minutes',
  scanText: 'Screen saver starts in time',
  description: 'Your company asks for 15 minutes or less.',
  fixAction: null,
  isPassed: false,
  isRequired: true,
  isSigninStopper: false,
  state: 'failed',
  evidence: {
    found: '30 minutes (Windows screen saver)',
    wanted: '15 minutes or less',
    source: 'Windows screen settings',
    readAt: null,
    items: [{ label: 'Reason', value: 'The service wuauserv is disabled' }],
  },
  words: {
    checkMessage: {
      id: 'ScreenSaverTimeout.late',
      values: { time: { id: 'ScreenSaverTimeout.minutes', values: { count: 30 } } },
    },
    scanText: { id: 'ScreenSaverTimeout.scanText' },
    description: [
      {
        id: 'ScreenSaverTimeout.why',
        values: { limit: { id: 'ScreenSaverTimeout.minutes', values: { count: 15 } } },
      },
    ],
    found: {
      id: 'ScreenSaverTimeout.found',
      values: {
        time: { id: 'ScreenSaverTimeout.minutes', values: { count: 30 } },
        desktop: 'Windows screen saver',
      },
    },
    wanted: {
      id: 'ScreenSaverTimeout.wanted',
      values: { limit: { id: 'ScreenSaverTimeout.minutes', values: { count: 15 } } },
    },
    items: [{ label: { id: 'OsAutoUpdateEnable.reason' } }],
  },
};

describe('a check', () => {
  test('is said in the language of the person, what the client read included', () => {
    expect(wordsOf(languageOf('de')).check(check)).toMatchObject({
      checkMessage: 'Der Bildschirmschoner startet erst nach 30 Minuten',
      scanText: 'Der Bildschirmschoner startet rechtzeitig',
      description: 'Ihr Unternehmen verlangt 15 Minuten oder weniger.',
      evidence: {
        found: '30 Minuten (Windows-Bildschirmschoner)',
        wanted: '15 Minuten oder weniger',
        source: 'Bildschirmeinstellungen von Windows',
        items: [{ label: 'Grund', value: 'Der Dienst wuauserv ist deaktiviert' }],
      },
    });
  });

  test('stays as it is in English', () => {
    expect(wordsOf(languageOf('en', {})).check(check)).toBe(check);
  });

  test('of a newer server, whose words this page does not know, stays English', () => {
    const newer = {
      ...check,
      words: { ...check.words, checkMessage: { id: 'NewCheck.late' }, description: [{ id: 'constructor' }] },
    };
    expect(wordsOf(languageOf('fr')).check(newer as SecurityCheck)).toMatchObject({
      checkMessage: check.checkMessage,
      description: check.description,
    });
  });

  test('of an older server, which says no words, stays English', () => {
    const { words: _, ...older } = check;
    expect(wordsOf(languageOf('es')).check(older).checkMessage).toBe(check.checkMessage);
  });
});

describe('a sentence of the client', () => {
  test.each([
    ['de' as const, 'Führen Sie dazu als Administrator aus: ufw disable'],
    ['fr' as const, 'Pour annuler, exécutez en tant qu’administrateur : ufw disable'],
    ['es' as const, 'Para deshacerlo, ejecute como administrador: ufw disable'],
  ])('is known again: %s', (language, expected) => {
    const told = say('To take it back, run as an administrator: {commands}', { commands: 'ufw disable' });
    expect(wordsOf(languageOf(language)).sentence(told)).toBe(expected);
  });

  test('is translated in all its parts', () => {
    const told =
      'To take it back, open Settings, search for "Change screen saver", and set: (None); wait 15 minutes; "On resume, display logon screen" off.';
    expect(wordsOf(languageOf('de')).sentence(told)).toBe(
      'Öffnen Sie dazu Einstellungen, suchen Sie nach „Bildschirmschoner ändern“ und stellen Sie ein: (Kein); Wartezeit 15 Minuten; „Anmeldeseite bei Reaktivierung“ aus.',
    );
  });

  test('writes a day as the person does', () => {
    expect(wordsOf(languageOf('de')).sentence('Updates are paused until 2026-12-01')).toBe(
      'Updates sind angehalten bis 1. Dezember 2026',
    );
  });

  test.each(['', 'E: Unable to locate package x', 'Fixed it', 'x'.repeat(10_000), 'wait '])(
    'that is the system’s own stays as it is: %.20s',
    (told) => {
      expect(wordsOf(languageOf('de')).sentence(told)).toBe(told);
    },
  );

  test.each(LANGUAGES)('each is known in %s, by no other sentence than itself', (language) => {
    const messages = CATALOGUES[language];
    const { sentence } = wordsOf(languageOf(language, messages));
    for (const known of CLIENT_SENTENCES) {
      const told = known.replaceAll('{count}', '7').replaceAll(/\{(\w+)\}/g, '<$1>');
      const expected = messages[`said.${known}`]?.replaceAll('{count}', '7').replaceAll(/\{(\w+)\}/g, '<$1>');
      expect(sentence(told)).toBe(expected);
    }
  });
});

/** Names, commands and numbers, the same in every language, and words that happen to be. */
const SAME_WORDS: readonly string[] = [
  'DeviceEncrypted.place',
  'FirewallEnable.unknownText',
  'ScreenSaverTimeout.found',
  'AntiVirusInstalled.unknownText',
  'said.{count} minutes',
  'said.1 minute',
  'said.Services',
  'ScreenSaverPasswordProtected.minutes',
  'ScreenSaverPasswordProtected.oneMinute',
  'ScreenSaverState.minutes',
  'ScreenSaverState.oneMinute',
  'ScreenSaverTimeout.minutes',
  'ScreenSaverTimeout.oneMinute',
  ...['ScreenSaverPasswordProtected', 'ScreenSaverState', 'ScreenSaverTimeout'].flatMap((type) =>
    ['minutesAndSeconds', 'hoursAndMinutes', 'hoursMinutesAndSeconds'].map((key) => `${type}.${key}`),
  ),
];

describe.each(LANGUAGES)('the catalogue of %s', (language) => {
  const messages = CATALOGUES[language];
  const ofChecks = Object.keys(english).filter((id) => /^(said\.|unknown\.|[A-Z])/.test(id));

  test('has every text, with the same places', () => {
    expect(Object.keys(messages)).toEqual(Object.keys(english));
    const placesOf = (text: string) =>
      [...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name).toSorted((a, b) => a.localeCompare(b, 'en'));
    for (const id of ofChecks) expect([id, placesOf(messages[id] ?? '')]).toEqual([id, placesOf(english[id] ?? '')]);
  });

  test('leaves nothing of the checks in English', () => {
    const same = ofChecks.filter((id) => messages[id] === english[id] && !SAME_WORDS.includes(id));
    expect(same).toEqual([]);
  });
});
