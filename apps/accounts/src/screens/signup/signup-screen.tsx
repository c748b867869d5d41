import { ACCOUNT_PATHS, invitationCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { ButtonLink, CentredStatus, SkeletonRows, StatusActions } from '@vestibule/ui';
import { readInvitation } from '../../app/arrival.ts';
import { usePorts } from '../../app/ports-context.ts';
import { useAnswer } from '../../app/use-answer.ts';
import { usePlace } from '../../app/use-place.ts';
import { AccountsPage } from '../page/accounts-page.tsx';
import { CookiesNotice } from '../page/cookies-notice.tsx';
import { ProblemScreen } from '../page/problem-screen.tsx';
import { SupportLine } from '../page/support-line.tsx';
import { CreateAccount } from './create-account.tsx';
import { signupTexts as texts } from './texts.ts';

/** Signing up by invitation. */
export function SignupScreen() {
  const { navigation } = usePorts();
  const token = readInvitation(usePlace().hash);
  if (token === null) return <InvitationNeeded />;
  return navigation.keepsCookies() ? <Invited key={token} token={token} /> : <CookiesNeeded />;
}

/** The invitation is used once: not in a browser that could not stay signed in. */
function CookiesNeeded() {
  const text = useText();
  return (
    <AccountsPage title={text(texts.title)}>
      <CookiesNotice />
      <SupportLine />
    </AccountsPage>
  );
}

function Invited({ token }: { readonly token: string }) {
  const text = useText();
  const [invitation, ask] = useAnswer(invitationCall, { body: { token } });
  switch (invitation.state) {
    case 'loading':
      return (
        <AccountsPage title={text(texts.title)}>
          <SkeletonRows count={2} />
        </AccountsPage>
      );
    case 'problem':
      return invitation.problem === 'invitation_unknown' ? (
        <ProblemScreen problem={invitation.problem}>
          <SignInLink />
        </ProblemScreen>
      ) : (
        <ProblemScreen onTryAgain={() => void ask()} problem={invitation.problem} />
      );
    case 'ready':
      return <CreateAccount invitation={invitation.body} token={token} />;
  }
}

function InvitationNeeded() {
  const text = useText();
  const title = text(texts.needed);
  return (
    <AccountsPage isMiddle title={title}>
      <CentredStatus doorway="none" lead={text(texts.neededLead)} screen="invitation-needed" title={title}>
        <StatusActions>
          <SignInLink />
        </StatusActions>
        <SupportLine />
      </CentredStatus>
    </AccountsPage>
  );
}

/** Who has an account already does not need an invitation. */
function SignInLink() {
  const text = useText();
  return (
    <ButtonLink href={ACCOUNT_PATHS.signIn} isLarge>
      {text(texts.signIn)}
    </ButtonLink>
  );
}
