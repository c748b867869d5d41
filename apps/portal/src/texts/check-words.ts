import type { I18n } from '@lingui/core';
import type { SecurityCheck, Words } from '@vestibule/contracts';
import { type HomeWords, IN_ENGLISH } from '@vestibule/flows';

/** What extension and client say stands in the catalogues under their English, after this. */
const SAID = 'said.';

/** Between the parts of a list that the client says in one piece. */
const SEPARATOR = '; ';

interface Phrase {
  readonly id: string;
  readonly pattern: RegExp;
}

const wordsOfLanguages = new WeakMap<I18n, HomeWords>();

/**
 * Checks, and what the client says, in the language of the person. Server and client speak English; what a newer one of
 * them says, and this page does not know, stays so.
 */
export function wordsOf(i18n: I18n): HomeWords {
  const known = wordsOfLanguages.get(i18n);
  if (known !== undefined) return known;
  const words = i18n.locale === 'en' ? IN_ENGLISH : translationInto(i18n);
  wordsOfLanguages.set(i18n, words);
  return words;
}

function translationInto(i18n: I18n): HomeWords {
  const phrases = phrasesOf(i18n);

  function sentence(english: string): string {
    for (const { id, pattern } of phrases) {
      const values = pattern.exec(english)?.groups;
      if (values !== undefined) return i18n._(id, mapValues(values, list));
      if (pattern.test(english)) return i18n._(id);
    }
    return english;
  }

  /** A value that is several things at once, or a day. */
  function list(english: string): string {
    return english
      .split(SEPARATOR)
      .map((part) => dayIn(i18n, part) ?? sentence(part))
      .join(SEPARATOR);
  }

  function valueOf(value: NonNullable<Words['values']>[string]): string | number {
    if (typeof value === 'number') return value;
    if (typeof value === 'string') return list(value);
    return Array.isArray(value) ? value.map(sentence).join(', ') : (textOf(value) ?? '');
  }

  function textOf({ id, values }: Words): string | null {
    return Object.hasOwn(i18n.messages, id) ? i18n._(id, mapValues(values ?? {}, valueOf)) : null;
  }

  /** The text where the catalogue has it, else the English. */
  function say(words: Words | undefined, english: string): string {
    return (words === undefined ? null : textOf(words)) ?? sentence(english);
  }

  function check(told: SecurityCheck): SecurityCheck {
    const { words, evidence } = told;
    const description = words?.description.map(textOf);
    return {
      ...told,
      checkMessage: say(words?.checkMessage, told.checkMessage),
      ...(told.scanText === undefined ? {} : { scanText: say(words?.scanText, told.scanText) }),
      description:
        description === undefined || description.length === 0 || description.includes(null)
          ? sentence(told.description)
          : description.join(' '),
      ...(evidence === undefined
        ? {}
        : {
            evidence: {
              ...evidence,
              found: say(words?.found, evidence.found),
              wanted: say(words?.wanted, evidence.wanted),
              source: sentence(evidence.source),
              ...(evidence.items === undefined
                ? {}
                : {
                    items: evidence.items.map(({ label, value }, index) => ({
                      label: say(words?.items?.[index]?.label, label),
                      value: say(words?.items?.[index]?.value, value),
                    })),
                  }),
            },
          }),
    };
  }

  return { check, sentence };
}

/** A day as people write it. @returns null for what is none */
function dayIn(i18n: I18n, text: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined) return null;
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  return i18n.date(date, { day: 'numeric', month: 'long', year: 'numeric' });
}

/** The longest first: what says more is meant. */
function phrasesOf({ messages }: I18n): readonly Phrase[] {
  const ids = Object.keys(messages).filter((id) => id.startsWith(SAID));
  return ids
    .toSorted((left, right) => right.length - left.length)
    .map((id) => ({ id, pattern: patternOf(id.slice(SAID.length)) }));
}

/** `{count}` stands for a number, every other name for anything at all. */
function patternOf(english: string): RegExp {
  const parts = english.split(/\{(\w+)\}/);
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
    return `(?<${part}>${part === 'count' ? String.raw`\d+` : '.+'})`;
  });
  return new RegExp(`^${source.join('')}$`, 's');
}

function mapValues<From, To>(values: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
