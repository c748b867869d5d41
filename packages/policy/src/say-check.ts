import {
  type CheckDefinition,
  type Judgement,
  renderText,
  SCREEN_LOCKER,
  type SimpleTextRef,
  type TextRef,
  type TextValue,
  UNKNOWN_TEXTS,
  type Wording,
} from '@vestibule/checks';
import {
  type CheckWords,
  type Evidence,
  type FactReading,
  say,
  type SecurityCheck,
  type Words,
} from '@vestibule/contracts';

export type SaidOfCheck = Pick<SecurityCheck, 'checkMessage' | 'scanText' | 'description'> & {
  readonly evidence: Evidence;
  readonly words: CheckWords;
};

/**
 * What is said of a check, in English and by the ids of its texts, so that a page can say it in another language.
 * @param blocksWhileUnknown whether an unknown check stops the person
 */
export function sayCheck(
  definition: CheckDefinition,
  judgement: Judgement,
  reading: FactReading | undefined,
  blocksWhileUnknown: boolean,
): SaidOfCheck {
  const { type } = definition;
  const { message, found, wanted, items } = judgement;
  const description = describe(definition, judgement, reading, blocksWhileUnknown);
  const scanText = { key: 'scanText' };
  return {
    checkMessage: renderText(definition, message),
    scanText: renderText(definition, scanText),
    description: description.map(({ english }) => english).join(' '),
    evidence: {
      found: renderText(definition, found),
      wanted: renderText(definition, wanted),
      source: reading?.source ?? say('Not reported'),
      readAt: reading?.readAt ?? null,
      ...(items === undefined
        ? {}
        : {
            items: items.map(({ label, value }) => ({
              label: renderText(definition, label),
              value: renderText(definition, value),
            })),
          }),
    },
    words: {
      checkMessage: wordsOf(type, message),
      scanText: wordsOf(type, scanText),
      description: description.map(({ words }) => words),
      ...optionally('found', type, found),
      ...optionally('wanted', type, wanted),
      ...(items === undefined
        ? {}
        : {
            items: items.map(({ label, value }) => ({
              ...optionally('label', type, label),
              ...optionally('value', type, value),
            })),
          }),
    },
  };
}

interface Sentence {
  readonly english: string;
  readonly words: Words;
}

/** Why it matters; of what is unknown what did not answer, and whether it stops the person. */
function describe(
  definition: CheckDefinition,
  { state, reason, description }: Judgement,
  reading: FactReading | undefined,
  blocks: boolean,
): readonly Sentence[] {
  const own = { english: renderText(definition, description), words: wordsOf(definition.type, description) };
  if (state !== 'unknown') return [own];
  // The check has a sentence of its own when it looked at the fact and could not tell.
  const why =
    description.key === 'unknownText'
      ? sayUnknown(whyUnknown(reason, reading), { source: reading?.source ?? say('This computer') })
      : own;
  return [why, sayUnknown(blocks ? 'blocks' : 'passes')];
}

/** What a person may not read, Workplace can where it is installed for everyone; a locker is theirs to choose. The sentence says so. */
function whyUnknown(reason: Judgement['reason'], reading: FactReading | undefined): keyof typeof UNKNOWN_TEXTS {
  if (reason === 'access-denied' && reading?.readBy === 'person') return 'reader-missing';
  if (reading?.source === SCREEN_LOCKER && reason === 'tool-missing') return 'locker-missing';
  if (reading?.source === SCREEN_LOCKER && reason === 'unexpected-output') return 'locker-unclear';
  return reason ?? 'unexpected-output';
}

function sayUnknown(key: keyof typeof UNKNOWN_TEXTS, values: Readonly<Record<string, string>> = {}): Sentence {
  const ref = { key, values };
  return { english: renderText({ texts: UNKNOWN_TEXTS }, ref), words: wordsOf('unknown', ref) };
}

function optionally<const Name extends string>(name: Name, group: string, wording: Wording): { [N in Name]?: Words } {
  const named: { [N in Name]?: Words } = {};
  if (typeof wording !== 'string') named[name] = wordsOf(group, wording);
  return named;
}

/** A text as the catalogues have it: its group goes before its key. */
function wordsOf(group: string, { key, values }: TextRef): Words {
  const id = `${group}.${key}`;
  if (values === undefined) return { id };
  return {
    id,
    values: mapValues(values, (value) =>
      typeof value === 'object' && 'key' in value ? simpleWordsOf(group, value) : plain(value),
    ),
  };
}

function simpleWordsOf(group: string, { key, values }: SimpleTextRef) {
  return { id: `${group}.${key}`, ...(values === undefined ? {} : { values: mapValues(values, plain) }) };
}

function plain(value: TextValue): string | number | string[] {
  return typeof value === 'object' ? [...value] : value;
}

function mapValues<From, To>(values: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)] as const));
}
