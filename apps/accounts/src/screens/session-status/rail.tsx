import { CONSOLE_PATH, type MySession } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { ButtonLink, Doorway, FocusHeading, Notice, SupportCode } from '@vestibule/ui';
import { readArrival } from '../../app/arrival.ts';
import { usePlace } from '../../app/use-place.ts';
import { pageTexts } from '../page/texts.ts';
import { computerState } from './computer-state.ts';
import styles from './rail.module.css';
import { SignOut } from './sign-out.tsx';
import { statusTexts as texts } from './texts.ts';

/** Who is signed in, and the way out. */
export function Rail({ session }: { readonly session: MySession }) {
  const text = useText();
  const { userDisplayName: name, companyName: company } = session.user;
  return (
    <div className={styles['rail']}>
      <Doorway className={styles['doorway']} state={computerState(session.device, '').doorway} />
      <div className={styles['heading']}>
        <FocusHeading screen="session-status">{text(texts.title)}</FocusHeading>
      </div>
      <p className={styles['lead']}>{text(texts.lead, { name, company })}</p>
      {readArrival(usePlace().search).isSignOutAsked && (
        <div className={styles['asked']}>
          <Notice iconName={text(pageTexts.note)} kind="warn" title={text(texts.signOutAsked)}>
            {text(texts.signOutAskedText)}
          </Notice>
        </div>
      )}
      {session.role !== null && (
        <div className={styles['actions']}>
          <ButtonLink href={`${CONSOLE_PATH}/`} kind="primary">
            {text(texts.console)}
          </ButtonLink>
        </div>
      )}
      <div className={styles['actions']}>
        <SignOut otherSessions={session.otherSessions.length} />
      </div>
      <p className={styles['code']}>
        <SupportCode
          code={session.supportCode}
          copiedLabel={text(texts.supportCodeCopied)}
          copyLabel={text(texts.supportCodeCopy)}
          label={text(texts.supportCode)}
        />
      </p>
    </div>
  );
}
