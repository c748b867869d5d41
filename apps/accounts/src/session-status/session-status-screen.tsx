import { ButtonLink, CentredStatus, StatusActions } from '@vestibule/ui';
import { BASE_PATH } from '@vestibule/contracts';
import { AccountsPage } from '../accounts-page.tsx';
import type { PublicInfo } from '../server.ts';
import { SupportLine } from '../support-line.tsx';
import { texts } from '../texts.ts';

/** Where the person comes out when no work application waits for them. */
export function SessionStatusScreen({ info }: { readonly info: PublicInfo | null }) {
  return (
    <AccountsPage info={info} isMiddle title={texts.signedInTitle}>
      <CentredStatus doorway="ok" lead={texts.signedInLead} screen="session-status" title={texts.signedInTitle}>
        <StatusActions>
          <ButtonLink href={`${BASE_PATH}/`} isLarge>
            {texts.goToCheck}
          </ButtonLink>
        </StatusActions>
        <SupportLine info={info} />
      </CentredStatus>
    </AccountsPage>
  );
}
