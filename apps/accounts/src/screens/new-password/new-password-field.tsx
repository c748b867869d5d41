import { PASSWORD_MINIMUM_LENGTH } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { PasswordField } from '@vestibule/ui';
import { useId } from 'react';
import { pageTexts } from '../page/texts.ts';
import styles from './new-password-field.module.css';
import { newPasswordTexts as texts } from './texts.ts';
import type { NewPassword } from './use-new-password.ts';

export interface NewPasswordFieldProps {
  readonly label: string;
  readonly password: NewPassword;
}

/** A field for a new password, with its rule below it. */
export function NewPasswordField({ label, password }: NewPasswordFieldProps) {
  const text = useText();
  const ruleId = useId();
  return (
    <div aria-describedby={ruleId} aria-label={label} role="group">
      <PasswordField
        autoComplete="new-password"
        error={password.error}
        hideLabel={text(pageTexts.hidePassword)}
        inputRef={password.inputRef}
        label={label}
        name="new-password"
        onChange={password.change}
        showLabel={text(pageTexts.showPassword)}
        value={password.value}
      />
      <p className={styles['rule']} id={ruleId}>
        {text(texts.rule, { count: PASSWORD_MINIMUM_LENGTH })}
      </p>
    </div>
  );
}
