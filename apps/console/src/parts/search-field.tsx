import { VisuallyHidden } from '@vestibule/ui';
import styles from './filters.module.css';
import { Mark } from './icons.tsx';

export interface SearchFieldProps {
  /** What can be searched for. */
  readonly label: string;
  readonly value: string | undefined;
  /** @param isSameStep it goes on with a search: no step of the history of its own */
  readonly onChange: (text: string, options: { readonly isSameStep: boolean }) => void;
}

/** Searches while the person types; the server looks. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <label className={styles['field']}>
      <Mark name="search" />
      <VisuallyHidden>{label}</VisuallyHidden>
      <input
        autoComplete="off"
        maxLength={120}
        onChange={({ target }) => onChange(target.value, { isSameStep: value !== undefined && target.value !== '' })}
        placeholder={label}
        spellCheck={false}
        type="search"
        value={value ?? ''}
      />
    </label>
  );
}
