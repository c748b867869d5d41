import { useText } from '@vestibule/texts';
import { Button, PasswordField, TextField } from '@vestibule/ui';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { pageTexts } from '../page/texts.ts';
import styles from './sign-in-form.module.css';
import { signInTexts as texts } from './texts.ts';

export interface SignInFormProps {
  readonly isBusy: boolean;
  /** What is wrong with the login or the password, as the server says. */
  readonly credentialsError: string | null;
  /** The main action of the page. */
  readonly isMain: boolean;
  readonly onSubmit: (login: string, password: string) => void;
}

type Missing = 'login' | 'password' | null;

export function SignInForm({ isBusy, credentialsError, isMain, onSubmit }: SignInFormProps) {
  const text = useText();
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<Missing>(null);
  const loginInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (credentialsError === null) return;
    passwordInput.current?.focus();
    passwordInput.current?.select();
  }, [credentialsError]);

  // On arrival too: there is nothing else to do here.
  useEffect(() => loginInput.current?.focus(), []);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    const nowMissing: Missing = login.trim() === '' ? 'login' : password === '' ? 'password' : null;
    setMissing(nowMissing);
    if (nowMissing === 'login') loginInput.current?.focus();
    else if (nowMissing === 'password') passwordInput.current?.focus();
    else onSubmit(login.trim(), password);
  }

  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <TextField
        autoComplete="username"
        error={missing === 'login' ? text(texts.loginMissing) : null}
        inputRef={loginInput}
        label={text(texts.login)}
        name="login"
        onChange={setLogin}
        value={login}
      />
      <PasswordField
        autoComplete="current-password"
        error={missing === 'password' ? text(texts.passwordMissing) : missing === null ? credentialsError : null}
        hideLabel={text(pageTexts.hidePassword)}
        inputRef={passwordInput}
        label={text(texts.password)}
        name="password"
        onChange={setPassword}
        showLabel={text(pageTexts.showPassword)}
        value={password}
      />
      <Button
        className={styles['submit']}
        isBusy={isBusy}
        isLarge
        kind={isMain ? 'primary' : 'secondary'}
        type="submit"
      >
        {text(texts.signIn)}
      </Button>
    </form>
  );
}
