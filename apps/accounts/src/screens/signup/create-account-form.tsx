import type { Invitation } from '@vestibule/contracts';
import { useI18n, useText } from '@vestibule/texts';
import { Button, CentredStatus, KeyValueList, TextField } from '@vestibule/ui';
import { type SubmitEvent, useRef, useState } from 'react';
import type { Problem } from '../../adapters/outcome.ts';
import { usePorts } from '../../app/ports-context.ts';
import { NewPasswordField } from '../new-password/new-password-field.tsx';
import { useNewPassword } from '../new-password/use-new-password.ts';
import { AccountsPage } from '../page/accounts-page.tsx';
import { FormCard } from '../page/form-card.tsx';
import { ProblemNotice } from '../page/problem-notice.tsx';
import { SupportLine } from '../page/support-line.tsx';
import styles from './create-account-form.module.css';
import { signupTexts as texts } from './texts.ts';
import type { Secret } from './use-accept-invitation.ts';

export interface CreateAccountFormProps {
  readonly invitation: Invitation;
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  readonly onCreate: (displayName: string, secret: Secret) => void;
}

export function CreateAccountForm({ invitation, isBusy, problem, onCreate }: CreateAccountFormProps) {
  const text = useText();
  const i18n = useI18n();
  const { isSupported } = usePorts().passkeys;
  const { companyName: company, expiresAt, login, email } = invitation;
  const [displayName, setDisplayName] = useState(invitation.displayName);
  const [isNameMissing, setIsNameMissing] = useState(false);
  const [wants, setWants] = useState<Secret['kind']>('password');
  const nameInput = useRef<HTMLInputElement>(null);
  const password = useNewPassword(problem);
  const title = text(texts.title);

  function isNamed(): boolean {
    const isMissing = displayName.trim() === '';
    setIsNameMissing(isMissing);
    if (isMissing) nameInput.current?.focus();
    return !isMissing;
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    const isReady = password.isReady();
    if (!isNamed() || !isReady) return;
    setWants('password');
    onCreate(displayName.trim(), { kind: 'password', password: password.value });
  }

  function createWithPasskey() {
    if (!isNamed()) return;
    setWants('passkey');
    onCreate(displayName.trim(), { kind: 'passkey' });
  }

  const lead = text(texts.lead, { company, date: i18n.date(expiresAt, { dateStyle: 'long' }) });
  return (
    <AccountsPage title={title}>
      <CentredStatus doorway="checking" lead={lead} progress={0} screen="sign-up" title={title}>
        <FormCard
          notice={problem !== null && problem !== 'password_weak' && <ProblemNotice problem={problem} />}
          width="wide"
        >
          <KeyValueList
            entries={[
              { label: text(texts.login), value: login },
              { label: text(texts.email), value: email },
            ]}
          />
          <form className={styles['form']} noValidate onSubmit={submit}>
            <TextField
              autoComplete="name"
              error={isNameMissing ? text(texts.displayNameMissing) : null}
              inputRef={nameInput}
              label={text(texts.displayName)}
              name="display-name"
              onChange={setDisplayName}
              value={displayName}
            />
            {/* Tells password managers whose password it is. */}
            <input autoComplete="username" hidden name="login" readOnly value={login} />
            <NewPasswordField label={text(texts.password)} password={password} />
            <Button
              className={styles['submit']}
              isBusy={isBusy && wants === 'password'}
              isLarge
              kind="primary"
              type="submit"
            >
              {text(texts.create)}
            </Button>
          </form>
          {isSupported && (
            <Button isBusy={isBusy && wants === 'passkey'} isLarge onPress={createWithPasskey}>
              {text(texts.passkeyInstead)}
            </Button>
          )}
          <p className={styles['note']}>
            {text(texts.agreementNote)} {invitation.isSecondFactorRequired && text(texts.secondFactorNote)}
          </p>
        </FormCard>
        <SupportLine />
      </CentredStatus>
    </AccountsPage>
  );
}
