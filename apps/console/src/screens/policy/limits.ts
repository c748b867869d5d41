import { CHECK_DEFINITIONS } from '@vestibule/checks';
import type { CheckType } from '@vestibule/contracts';
import { type Text, useText } from '@vestibule/texts';
import { limitTexts as texts } from './texts.ts';

/** How a limit is asked for. */
export type LimitKind = 'number' | 'flag' | 'names' | 'version' | 'choice';

export interface Limit {
  readonly name: string;
  readonly label: Text;
  readonly kind: LimitKind;
  readonly choices: readonly (readonly [value: string, label: Text])[];
}

const limit = (label: Text, kind: LimitKind, choices: Limit['choices'] = []) => ({ label, kind, choices });

/** What checks ask for, and a form can: by the name of the parameter, which means the same wherever it stands. */
export const LIMITS: Readonly<Record<string, Omit<Limit, 'name'>>> = {
  agents: limit(texts.agents, 'names'),
  allowAutomaticSignIn: limit(texts.allowAutomaticSignIn, 'flag'),
  downloadIsEnough: limit(texts.downloadIsEnough, 'flag'),
  keyProtection: limit(texts.keyProtection, 'choice', [
    ['any', texts.any],
    ['hardware', texts.hardware],
  ]),
  maximumAgeDays: limit(texts.maximumAgeDays, 'number'),
  maximumDataAgeDays: limit(texts.maximumDataAgeDays, 'number'),
  maximumDays: limit(texts.maximumDays, 'number'),
  maximumGraceSeconds: limit(texts.maximumGraceSeconds, 'number'),
  maximumSeconds: limit(texts.maximumSeconds, 'number'),
  maximumXprotectAgeDays: limit(texts.maximumXprotectAgeDays, 'number'),
  minimumMacos: limit(texts.minimumMacos, 'version'),
  minimumWindows: limit(texts.minimumWindows, 'version'),
  missingOnLinux: limit(texts.missingOnLinux, 'choice', [
    ['fail', texts.fail],
    ['not-applicable', texts.notApplicable],
  ]),
  paidUpdates: limit(texts.paidUpdates, 'names'),
  products: limit(texts.products, 'names'),
  services: limit(texts.services, 'names'),
};

/** What has parts of its own and is written in the text. */
export const IN_TEXT_ALONE: readonly string[] = ['endedWindows', 'minimumLinux', 'releases'];

interface LimitsOfCheck {
  readonly limits: readonly (Limit & { readonly standard: unknown })[];
  readonly inText: readonly string[];
}

/** What a check can be asked for, with what holds where the policy says nothing. */
export function limitsOfCheck(type: CheckType): LimitsOfCheck {
  const standards: unknown = CHECK_DEFINITIONS[type].parameters.parse({});
  const entries = Object.entries(typeof standards === 'object' && standards !== null ? standards : {});
  return {
    limits: entries.flatMap(([name, standard]) => {
      const found = LIMITS[name];
      return found === undefined ? [] : [{ ...found, name, standard: standard as unknown }];
    }),
    inText: entries.flatMap(([name]) => (LIMITS[name] === undefined ? [name] : [])),
  };
}

export type SaidLimit = readonly [name: string, value: unknown];

/** The limits that a policy says itself. */
export function limitsOf(parameters: Readonly<Record<string, unknown>>): readonly SaidLimit[] {
  return Object.entries(parameters);
}

/** One of them in words: 'At most so many seconds: 600'. */
export function useLimitInWords(): (said: SaidLimit) => string {
  const text = useText();
  return ([name, value]) => {
    const found = LIMITS[name];
    if (found === undefined) return name;
    if (found.kind === 'flag') return value === true ? text(found.label) : `${text(found.label)}: –`;
    const choice = found.choices.find(([one]) => one === value);
    const shown = choice === undefined ? (Array.isArray(value) ? value.join(', ') : String(value)) : text(choice[1]);
    return `${text(found.label)}: ${shown}`;
  };
}
