import type { I18n } from '@lingui/core';
import type { Text } from './define-texts.ts';
import { useI18n } from './texts-context.ts';

export type TextValues = { readonly [name: string]: string | number };
export type Translate = (text: Text, values?: TextValues) => string;

export function translateWith(i18n: I18n): Translate {
  return ({ id, message }, values) => i18n._(id, values, { message });
}

/** The texts of a screen in the language of the person. */
export function useText(): Translate {
  return translateWith(useI18n());
}
