import type { LicenceText } from './licence-dialog.tsx';
import { useRead } from '../../hooks/use-read.ts';

/** @param isWanted false asks no one */
export function useLicence(isWanted: boolean): LicenceText {
  const answer = useRead('eula', isWanted ? {} : null);
  if (answer === null) return { state: 'loading' };
  return answer.kind === 'answer' ? { state: 'ready', html: answer.body.text } : { state: 'failed' };
}
