import type { Modal } from '@vestibule/flows';
import type { LicenceText } from './licence-dialog.tsx';
import { useRead } from '../../hooks/use-read.ts';

/** @param modal what is shown: the company's agreement, or the licence of signed software; anything else asks no one */
export function useLicence(modal: Modal | null): LicenceText {
  const isWanted = modal?.kind === 'eula';
  const software = isWanted ? modal.software : undefined;
  const agreement = useRead('eula', isWanted && software === undefined ? {} : null);
  const terms = useRead('softwareTerms', software === undefined ? null : { parameters: { softwareId: software } });
  const answer = terms ?? agreement;
  if (answer?.kind !== 'answer') return { state: answer === null ? 'loading' : 'failed' };
  const { body } = answer;
  return 'text' in body ? { state: 'ready', html: body.text } : { state: 'terms', terms: body };
}
