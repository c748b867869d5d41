import { useText } from '@vestibule/texts';
import { CommandLine } from '../../parts/command.tsx';
import { useTimes } from '../../parts/use-times.ts';
import { actTexts as texts } from './texts.ts';

export interface Invited {
  readonly link: string;
  readonly expiresAt: string;
  readonly isMailed: boolean;
  /** Why it was not mailed, for one. */
  readonly warnings: readonly string[];
}

/** The link with which a person signs up: shown once, to hand over. */
export function InvitedLink({ invited, name }: { readonly invited: Invited; readonly name: string }) {
  const text = useText();
  const times = useTimes();
  return (
    <>
      <p>{text(texts.invitedText, { name, time: times.whole(invited.expiresAt) })}</p>
      <CommandLine command={invited.link} label={text(texts.copyLink)} />
      {invited.isMailed && <p>{text(texts.invitedMailed, { name })}</p>}
      {invited.warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
    </>
  );
}
