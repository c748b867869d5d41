import type { LanguageName } from '@vestibule/texts';
import { testI18n } from '@vestibule/texts/testing';
import { render } from '@testing-library/react';
import { Accounts } from '../app/accounts.tsx';
import { LanguageProvider } from '../app/language-context.tsx';
import { createFakePorts, type FakePortsOptions } from './fake-ports.ts';

/** Opens a page of the application, with English texts, against a server that is not there. */
export function show(options: FakePortsOptions) {
  const ports = createFakePorts(options);
  const remembered: LanguageName[] = [];
  render(
    <LanguageProvider
      first={{ name: 'en', texts: testI18n }}
      languages={{ names: ['en', 'de'], load: async () => testI18n, remember: (name) => remembered.push(name) }}
    >
      <Accounts ports={ports} />
    </LanguageProvider>,
  );
  return { ...ports, remembered };
}
