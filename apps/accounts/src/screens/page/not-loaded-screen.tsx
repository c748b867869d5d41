import { useText } from '@vestibule/texts';
import { Button, CentredStatus, StatusActions } from '@vestibule/ui';
import { usePorts } from '../../app/ports-context.ts';
import { AccountsPage } from './accounts-page.tsx';
import { pageTexts } from './texts.ts';

/** Instead of a screen whose script did not arrive. */
export function NotLoadedScreen() {
  const text = useText();
  const { navigation } = usePorts();
  const title = text(pageTexts.notLoaded);
  return (
    <AccountsPage isMiddle title={title}>
      <CentredStatus doorway="connection" lead={text(pageTexts.notLoadedLead)} screen="not-loaded" title={title}>
        <StatusActions>
          <Button isLarge kind="primary" onPress={() => navigation.reload()}>
            {text(pageTexts.loadAgain)}
          </Button>
        </StatusActions>
      </CentredStatus>
    </AccountsPage>
  );
}
