import { useState } from 'react';
import { Button } from '../button/button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'end'> {
  readonly showLabel: string;
  readonly hideLabel: string;
}

export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...field}
      end={
        <Button
          icon={isShown ? 'eye-off' : 'eye'}
          kind="quiet"
          label={isShown ? hideLabel : showLabel}
          onPress={() => setIsShown(!isShown)}
        />
      }
      type={isShown ? 'text' : 'password'}
    />
  );
}
