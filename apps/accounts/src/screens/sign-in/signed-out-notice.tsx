import { signOutResultCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Notice } from '@vestibule/ui';
import { useLanguageChoice } from '@vestibule/web-shell';
import { useAnswer } from '../../app/use-answer.ts';
import { pageTexts } from '../page/texts.ts';
import { signInTexts as texts } from './texts.ts';

/** Every session has ended, here and at the applications. */
export function SignedOutNotice() {
  const text = useText();
  return (
    <Notice iconName={text(pageTexts.done)} kind="ok" title={text(texts.signedOut)}>
      {text(texts.signedOutText)}
    </Notice>
  );
}

/** The session here has ended, and applications are named that could not be signed out. */
export function PartlySignedOutNotice({ handle }: { readonly handle: string }) {
  const text = useText();
  const { language } = useLanguageChoice();
  const [result] = useAnswer(signOutResultCall, { parameters: { handle } });
  const names = result.state === 'ready' ? result.body.stillOpen : [];
  const applications = new Intl.ListFormat(language).format(names);
  return (
    <Notice iconName={text(pageTexts.note)} kind="warn" title={text(texts.partlySignedOut)}>
      {names.length === 0 ? text(texts.stillOpenUnknown) : text(texts.stillOpen, { applications })}
    </Notice>
  );
}
