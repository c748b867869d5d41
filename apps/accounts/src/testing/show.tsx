import type { LanguageName } from '@vestibule/texts';
import { inEnglish } from '@vestibule/web-shell/testing';
import { render } from '@testing-library/react';
import { Accounts } from '../app/accounts.tsx';
import { createFakePorts, type FakePortsOptions } from './fake-ports.ts';

/** Opens a page of the application, with English texts, against a server that is not there. */
export function show(options: FakePortsOptions) {
  const ports = createFakePorts(options);
  const remembered: LanguageName[] = [];
  render(inEnglish(<Accounts ports={ports} />, remembered));
  return { ...ports, remembered };
}
