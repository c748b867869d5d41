import { useText } from '@vestibule/texts';
import { Button, LazyModalDialog } from '@vestibule/ui';
import { useLocation } from 'wouter';
import type { Problem } from '../../adapters/outcome.ts';
import { useCompany } from '../../hooks/use-company.ts';
import { addressOfPerson } from '../../parts/addresses.ts';
import { partTexts } from '../../parts/texts.ts';
import { type Invited, InvitedLink } from '../person/invited-link.tsx';
import styles from './add-person.module.css';
import { addPersonTexts as texts } from './texts.ts';

export interface AddedWindowProps {
  readonly name: string;
  readonly personId: string;
  readonly invited: Invited | null;
  readonly isMakingLink: boolean;
  /** Why the link was not made. */
  readonly problem: Problem | null;
  readonly onClose: () => void;
}

/** They are there: how they come to sign in, and the way to their page. */
export function AddedWindow({ name, personId, invited, isMakingLink, problem, onClose }: AddedWindowProps) {
  const text = useText();
  const [, navigate] = useLocation();
  const signsInHere = useCompany()?.isPasswordOffered ?? true;
  return (
    <LazyModalDialog
      choices={
        <>
          <Button kind="primary" onPress={() => navigate(addressOfPerson(personId))}>
            {text(texts.open, { name })}
          </Button>
          <Button kind="quiet" onPress={onClose}>
            {text(partTexts.done)}
          </Button>
        </>
      }
      closeLabel={text(partTexts.close)}
      isOpen
      onClose={onClose}
      title={text(texts.added, { name })}
    >
      <div aria-live="polite" className={styles['body']}>
        {invited !== null && <InvitedLink invited={invited} name={name} />}
        {isMakingLink && <p>{text(texts.makingLink)}</p>}
        {problem !== null && (
          <p className={styles['problem']}>
            {problem.message} {text(texts.linkNotMade, { name })}
          </p>
        )}
        {invited === null && !isMakingLink && problem === null && (
          <p>{text(signsInHere ? texts.notInvited : texts.upstream, { name })}</p>
        )}
      </div>
    </LazyModalDialog>
  );
}
