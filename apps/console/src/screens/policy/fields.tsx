import { useText } from '@vestibule/texts';
import { useId, useState } from 'react';
import form from '../../parts/form.module.css';
import styles from './fields.module.css';
import { policyFormTexts as texts } from './texts.ts';
import type { Refused } from './use-draft.ts';

export interface ValueFieldProps {
  readonly label: string;
  readonly type: 'text' | 'number' | 'date';
  /** As the text has it; empty: it says nothing. */
  readonly value: string;
  /** What holds where the text says nothing. */
  readonly standard?: string;
  readonly hint?: string;
  readonly onCommit: (typed: string) => Refused;
}

/** A value of the text. What is typed is written as soon as it is right; what is wrong with it is said in the reader's words. */
export function ValueField({ label, type, value, standard, hint, onCommit }: ValueFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [refused, setRefused] = useState<Refused>(null);
  const about = [...(hint === undefined ? [] : [`${id}-hint`]), ...(refused === null ? [] : [`${id}-error`])];
  return (
    <div className={styles[type]}>
      <label className={form['label']} htmlFor={id}>
        {label}
      </label>
      <input
        aria-describedby={about.length === 0 ? undefined : about.join(' ')}
        aria-invalid={refused !== null}
        autoComplete="off"
        className={form['field']}
        id={id}
        onBlur={() => refused === null && setTyped(null)}
        onChange={({ target }) => {
          setTyped(target.value);
          setRefused(onCommit(target.value));
        }}
        placeholder={standard}
        spellCheck={false}
        type={type}
        value={typed ?? value}
      />
      {hint !== undefined && (
        <p className={styles['hint']} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {refused !== null && <Why id={`${id}-error`} refused={refused} />}
    </div>
  );
}

/** Why the text did not take a value. */
export function Why({ refused, id }: { readonly refused: NonNullable<Refused>; readonly id?: string }) {
  const text = useText();
  return (
    <p className={form['error']} id={id}>
      {refused.message ?? text(texts.notByForm)}
    </p>
  );
}

export interface ChoiceFieldProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly onCommit: (chosen: string) => Refused;
}

export function ChoiceField({ label, value, choices, onCommit }: ChoiceFieldProps) {
  const id = useId();
  const [refused, setRefused] = useState<Refused>(null);
  return (
    <div>
      <label className={form['label']} htmlFor={id}>
        {label}
      </label>
      <select
        className={form['field']}
        id={id}
        onChange={({ target }) => setRefused(onCommit(target.value))}
        value={value}
      >
        {choices.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
      {refused !== null && <Why refused={refused} />}
    </div>
  );
}

export interface FlagFieldProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onCommit: (isOn: boolean) => Refused;
}

export function FlagField({ label, isOn, onCommit }: FlagFieldProps) {
  const [refused, setRefused] = useState<Refused>(null);
  return (
    <div className={styles['flag']}>
      <label className={form['box']}>
        <input checked={isOn} onChange={({ target }) => setRefused(onCommit(target.checked))} type="checkbox" />
        {label}
      </label>
      {refused !== null && <Why refused={refused} />}
    </div>
  );
}

/** Names with commas between them, as people type lists. */
export function namesIn(typed: string): readonly string[] | undefined {
  const names = typed
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length === 0 ? undefined : names;
}

/** @returns undefined for what is empty; what is no number stays as it was typed, and the reader says so */
export function numberIn(typed: string): number | string | undefined {
  if (typed.trim() === '') return undefined;
  const number = Number(typed);
  return Number.isNaN(number) ? typed : number;
}
