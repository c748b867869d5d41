import { useText } from '@vestibule/texts';
import type { Problem } from '../../adapters/outcome.ts';
import { useCompany } from '../../hooks/use-company.ts';
import { type Invited, InvitedLink } from '../person/invited-link.tsx';
import { addPersonTexts as texts } from './texts.ts';

export interface AddedProps {
  readonly name: string;
  readonly invited: Invited | null;
  readonly isMakingLink: boolean;
  /** Why the link was not made. */
  readonly problem: Problem | null;
}

/** How a person who was added comes to sign in. */
export function Added({ name, invited, isMakingLink, problem }: AddedProps) {
  const text = useText();
  const signsInHere = useCompany()?.isPasswordOffered ?? true;
  if (invited !== null) return <InvitedLink invited={invited} name={name} />;
  if (isMakingLink) return <p>{text(texts.makingLink)}</p>;
  if (problem !== null) {
    return (
      <p>
        {problem.message} {text(texts.linkNotMade, { name })}
      </p>
    );
  }
  return <p>{text(signsInHere ? texts.notInvited : texts.upstream, { name })}</p>;
}
