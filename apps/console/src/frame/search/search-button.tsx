import { useText } from '@vestibule/texts';
import { useContext } from 'react';
import { SearchContext } from '../../parts/search-context.ts';
import { Mark } from '../../parts/icons.tsx';
import styles from './search-button.module.css';
import { searchTexts as texts } from './texts.ts';

/** Above the navigation: what Ctrl K opens as well. */
export function SearchButton() {
  const text = useText();
  const open = useContext(SearchContext);
  return (
    <button className={styles['jump']} onClick={open} type="button">
      <Mark name="search" />
      {text(texts.action)}
      <kbd aria-hidden="true">Ctrl K</kbd>
    </button>
  );
}
