import { setupI18n } from '@lingui/core';
import { cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach } from 'vitest';
import { TextsProvider } from '../texts-context.ts';
import { translateWith } from '../use-text.ts';

/** English, from the descriptors themselves: messages are compiled when they are used. */
export const testI18n = setupI18n({ locale: 'en', locales: ['en-GB'], messages: { en: {} } });
export const testText = translateWith(testI18n);

/** Renders with English texts; the next test starts with an empty page. */
export function renderWithTexts(element: ReactElement) {
  return render(element, { wrapper: ({ children }) => <TextsProvider i18n={testI18n}>{children}</TextsProvider> });
}

afterEach(cleanup);
