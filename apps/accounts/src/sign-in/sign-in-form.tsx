import { Button, PasswordField, TextField } from '@vestibule/ui';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { texts } from '../texts.ts';
import styles from './sign-in-form.module.css';

export interface SignInFormProps {
  readonly isBusy: boolean;
  /** What is wrong with the login or the password, as the server says. */
  readonly credentialsError: string | null;
  readonly onSubmit: (login: string, password: string) => void;
}

type Missing = 'login' | 'password' | null;

export function SignInForm({ isBusy, credentialsError, onSubmit }: SignInFormProps) {
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<Missing>(null);
  const loginInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (credentialsError === null || isBusy) return;
    passwordInput.current?.focus();
    passwordInput.current?.select();
  }, [credentialsError, isBusy]);

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
        error={missing === 'login' ? texts.loginMissing : null}
        inputRef={loginInput}
        label={texts.login}
        name="login"
        onChange={setLogin}
        value={login}
      />
      <PasswordField
        autoComplete="current-password"
        error={missing === 'password' ? texts.passwordMissing : missing === null && !isBusy ? credentialsError : null}
        hideLabel={texts.hidePassword}
        inputRef={passwordInput}
        label={texts.password}
        name="password"
        onChange={setPassword}
        showLabel={texts.showPassword}
        value={password}
      />
      <Button className={styles['submit']} isBusy={isBusy} isLarge kind="primary" type="submit">
        {texts.signIn}
      </Button>
    </form>
  );
}
