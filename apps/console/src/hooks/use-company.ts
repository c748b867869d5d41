import { type CallBody, signInOptionsCall } from '@vestibule/contracts';
import { useAnswer } from './use-answer.ts';

/** What a company shows of itself: name, logo, colour. Null while it is not known; pages do without. */
export function useCompany(): CallBody<typeof signInOptionsCall> | null {
  return useAnswer(signInOptionsCall).data ?? null;
}
