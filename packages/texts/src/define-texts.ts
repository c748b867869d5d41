import type { MessageDescriptor } from '@lingui/core';

export interface Text extends MessageDescriptor {
  readonly id: string;
  readonly message: string;
}

/**
 * Makes message descriptors of English texts. `lingui extract` collects them into `locales`.
 * @param prefix name of the screen, the first part of each id
 * @param messages English texts in ICU message format by name
 */
export function defineTexts<const M extends { readonly [name: string]: string }>(
  prefix: string,
  messages: M,
): { readonly [name in keyof M]: Text } {
  const texts = Object.entries(messages).map(([name, message]) => [name, { id: `${prefix}.${name}`, message }]);
  return Object.fromEntries(texts) as { readonly [name in keyof M]: Text };
}
