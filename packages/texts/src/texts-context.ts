import type { I18n } from '@lingui/core';
import { createContext, createElement, type ReactNode, useContext } from 'react';

const TextsContext = createContext<I18n | null>(null);

export interface TextsProviderProps {
  /** The loaded language; another one is another object. */
  readonly i18n: I18n;
  readonly children: ReactNode;
}

export function TextsProvider({ i18n, children }: TextsProviderProps) {
  // Without JSX: the build reads text modules, and so this one, in Node.
  return createElement(TextsContext, { value: i18n }, children);
}

/** The language of the person, for dates and numbers; texts come from `useText`. */
export function useI18n(): I18n {
  const i18n = useContext(TextsContext);
  if (i18n === null) throw new Error('useI18n needs a TextsProvider above it');
  return i18n;
}
