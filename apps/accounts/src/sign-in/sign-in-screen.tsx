import { CentredStatus, Notice } from '@vestibule/ui';
import type { ErrorCode } from '@vestibule/contracts';
import { useEffect, useRef } from 'react';
import { AccountsPage } from '../accounts-page.tsx';
import type { PublicInfo } from '../server.ts';
import { SupportLine } from '../support-line.tsx';
import { problemText, reasonText, type SignInProblem, texts } from '../texts.ts';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in-screen.module.css';

export interface SignInScreenProps {
  readonly info: PublicInfo | null;
  readonly reason: ErrorCode | null;
  readonly isBusy: boolean;
  readonly problem: SignInProblem | null;
  readonly onSignIn: (login: string, password: string) => void;
}

export function SignInScreen({ info, reason, isBusy, problem, onSignIn }: SignInScreenProps) {
  const title = info === null ? texts.signIn : texts.signInTo(info.companyName);
  const isAboutCredentials = problem === 'credentials_wrong';
  return (
    <AccountsPage info={info} title={texts.signIn}>
      <CentredStatus
        doorway="checking"
        progress={0}
        screen="sign-in"
        title={title}
        {...(info !== null && { lead: texts.lead(info.productName) })}
      >
        <div className={styles['form']}>
          {reason !== null && problem === null && <Reason code={reason} />}
          {problem !== null && !isAboutCredentials && !isBusy && <Problem problem={problem} />}
          <SignInForm
            credentialsError={isAboutCredentials ? problemText(problem).title : null}
            isBusy={isBusy}
            onSubmit={onSignIn}
          />
        </div>
        <SupportLine info={info} />
      </CentredStatus>
    </AccountsPage>
  );
}

function Reason({ code }: { readonly code: ErrorCode }) {
  const reason = reasonText(code);
  if (reason === null) return null;
  return (
    <div className={styles['notice']}>
      <Notice iconName={texts.notSignedIn} kind="warn" title={reason.title}>
        {reason.text}
      </Notice>
    </div>
  );
}

/** Takes the focus, so that it is read out and seen at once. */
function Problem({ problem }: { readonly problem: SignInProblem }) {
  const notice = useRef<HTMLDivElement>(null);
  const { title, text } = problemText(problem);

  useEffect(() => notice.current?.focus(), []);

  return (
    <div className={styles['notice']} ref={notice} tabIndex={-1}>
      <Notice iconName={texts.problem} kind="stop" title={title}>
        {text}
      </Notice>
    </div>
  );
}
