import { PASSWORD_MINIMUM_LENGTH } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Problem } from '../../adapters/outcome.ts';
import { problemText } from '../page/problems.ts';
import { newPasswordTexts as texts } from './texts.ts';

export interface NewPassword {
  readonly value: string;
  readonly change: (value: string) => void;
  /** In words; null while nothing is wrong. */
  readonly error: string | null;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Looks at what can be known here and shows it. The rest of the rule is the server's. */
  readonly isReady: () => boolean;
}

/** @param problem what the server said of the last try */
export function useNewPassword(problem: Problem | null): NewPassword {
  const text = useText();
  const [value, change] = useState('');
  const [lack, setLack] = useState<'missing' | 'tooShort' | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const isWeak = problem === 'password_weak';
  const weak = isWeak ? `${text(problemText(problem).title)} ${text(problemText(problem).text)}` : null;

  useEffect(() => {
    if (isWeak) inputRef.current?.focus();
  }, [isWeak]);

  return {
    value,
    change,
    error: lack === null ? weak : text(texts[lack], { count: PASSWORD_MINIMUM_LENGTH }),
    inputRef,
    isReady() {
      const now = lackOf(value);
      setLack(now);
      if (now !== null) inputRef.current?.focus();
      return now === null;
    },
  };
}

function lackOf(password: string): 'missing' | 'tooShort' | null {
  if (password === '') return 'missing';
  return Array.from(password.normalize('NFKC')).length < PASSWORD_MINIMUM_LENGTH ? 'tooShort' : null;
}
