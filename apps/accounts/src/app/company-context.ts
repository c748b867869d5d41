import type { SignInOptions } from '@vestibule/contracts';
import { createContext, useContext } from 'react';
import type { Loaded } from './use-answer.ts';

/** What is known of the company, and how to ask for it again. */
export interface CompanyAnswer {
  readonly loaded: Loaded<SignInOptions>;
  readonly ask: () => Promise<void>;
}

export const CompanyContext = createContext<CompanyAnswer>({ loaded: { state: 'loading' }, ask: async () => {} });

/** Whose pages these are and how one signs in here; null while it is not known. Pages do without. */
export function useCompany(): SignInOptions | null {
  const { loaded } = useContext(CompanyContext);
  return loaded.state === 'ready' ? loaded.body : null;
}

/** The same, for the page that has to wait for it. */
export function useCompanyAnswer(): CompanyAnswer {
  return useContext(CompanyContext);
}
