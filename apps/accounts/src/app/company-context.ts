import type { SignInOptions } from '@vestibule/contracts';
import { createContext, useContext } from 'react';
import type { Loaded } from './use-answer.ts';

export const CompanyContext = createContext<Loaded<SignInOptions>>({ state: 'loading' });

/** Whose pages these are and how one signs in here; null while it is not known. Pages do without. */
export function useCompany(): SignInOptions | null {
  const company = useContext(CompanyContext);
  return company.state === 'ready' ? company.body : null;
}

/** The same, for the page that has to wait for it. */
export function useCompanyAnswer(): Loaded<SignInOptions> {
  return useContext(CompanyContext);
}
