import { ACCOUNT_PATHS, adminStatusCall, mySessionCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, ButtonLink, useCompanyAccent } from '@vestibule/ui';
import type { ReactNode } from 'react';
import { MeContext, meOf } from '../hooks/me-context.ts';
import { useAnswer } from '../hooks/use-answer.ts';
import { useCompany } from '../hooks/use-company.ts';
import { NotLoaded } from '../parts/state.tsx';
import { partTexts } from '../parts/texts.ts';
import { EntryPage } from './entry-page.tsx';
import { entryTexts as texts, frameTexts } from './texts.ts';

/** Shows the console to who may see it; to others why not, and where to go. */
export function Entry({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const company = useCompany();
  useCompanyAccent(company?.accentColor ?? null);
  const session = useAnswer(mySessionCall);
  const status = useAnswer(adminStatusCall, {}, { isWanted: session.data !== undefined && session.data.role !== null });
  const me = session.data === undefined ? null : meOf(session.data, status.data);
  const failed = session.error?.problem ?? status.error?.problem ?? null;

  if (session.error?.problem.code === 'account_disabled') {
    return <EntryPage doorway="blocked" lead={text(texts.blockedText)} page="blocked" title={text(texts.blocked)} />;
  }
  if (session.data !== undefined && me === null) {
    const login = session.data.user.userLogin;
    return (
      <EntryPage doorway="none" lead={text(texts.noRoleText, { login })} page="no-role" title={text(texts.noRole)}>
        <OwnPage />
      </EntryPage>
    );
  }
  if (status.error?.problem.code === 'second_factor_missing') {
    return (
      <EntryPage doorway="warn" lead={text(texts.secondFactorText)} page="factor" title={text(texts.secondFactor)}>
        <OwnPage />
      </EntryPage>
    );
  }
  if (status.data === undefined && failed !== null) {
    const again = () => void Promise.all([session.refetch(), status.refetch()]);
    return (
      <main>
        <title>{text(partTexts.notLoaded)}</title>
        <NotLoaded isPage onTryAgain={again} problem={failed} />
      </main>
    );
  }
  // Nothing for the first moment: the frame comes with its first answers.
  return me === null || status.data === undefined ? null : <MeContext value={me}>{children}</MeContext>;
}

function OwnPage() {
  const text = useText();
  return (
    <ButtonLink href={ACCOUNT_PATHS.sessionStatus} kind="primary">
      {text(texts.ownPage)}
    </ButtonLink>
  );
}

/** In the tab that was opened to sign in again. */
export function SignedIn({ onOpen }: { readonly onOpen: () => void }) {
  const text = useText();
  return (
    <EntryPage doorway="ok" lead={text(texts.signedInText)} page="signed-in" title={text(texts.signedIn)}>
      <Button onPress={onOpen}>{text(texts.toConsole)}</Button>
      <ButtonLink href={ACCOUNT_PATHS.sessionStatus} kind="quiet">
        {text(frameTexts.account)}
      </ButtonLink>
    </EntryPage>
  );
}
