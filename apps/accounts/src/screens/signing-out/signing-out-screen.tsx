import { useText } from '@vestibule/texts';
import { ButtonLink, CentredStatus, StatusActions } from '@vestibule/ui';
import { usePlace } from '../../app/use-place.ts';
import { AccountsPage } from '../page/accounts-page.tsx';
import { signingOutTexts as texts } from './texts.ts';

/** Stands there until an application has answered, which may be never. */
export function SigningOutScreen() {
  const text = useText();
  const { pathname, searchParams } = usePlace();
  const handle = searchParams.get('handle') ?? '';
  return (
    <AccountsPage isMiddle title={text(texts.title)}>
      <CentredStatus doorway="none" lead={text(texts.lead)} screen="signing-out" title={text(texts.title)}>
        <StatusActions>
          <ButtonLink href={`${pathname}?${new URLSearchParams({ handle }).toString()}`} isLarge>
            {text(texts.next)}
          </ButtonLink>
        </StatusActions>
      </CentredStatus>
    </AccountsPage>
  );
}
