import type { I18n } from '@lingui/core';
import type { Text } from './define-texts.ts';
import { isolated } from './isolated.ts';
import { useI18n } from './texts-context.ts';

export type TextValues = { readonly [name: string]: string | number };
export type Translate = (text: Text, values?: TextValues) => string;

export function translateWith(i18n: I18n): Translate {
  return ({ id, message }, values) => i18n._(id, values && withIsolated(values), { message });
}

/** A name that turns the line around must not turn around the sentence that it stands in. */
function withIsolated(values: TextValues): TextValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolated(value) : value]),
  );
}

/** The texts of a screen in the language of the person. */
export function useText(): Translate {
  return translateWith(useI18n());
}
