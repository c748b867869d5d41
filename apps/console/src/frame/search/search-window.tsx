import { adminSearchCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { useThrottled } from '@vestibule/ui';
import { useEffect, useRef } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Input } from 'react-aria-components/Input';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { useLocation } from 'wouter';
import { useAnswer } from '../../hooks/use-answer.ts';
import { Mark } from '../../parts/icons.tsx';
import { type Hit, hitsOf, placesOf } from './hits.ts';
import { HitList } from './hit-list.tsx';
import styles from './search-window.module.css';
import { searchTexts as texts } from './texts.ts';

const PAUSE_MS = 120;
const LEAST = 2;

export interface SearchWindowProps {
  /** What was opened from here before, the newest first. */
  readonly recent: readonly Hit[];
  readonly onOpened: (hit: Hit) => void;
  readonly onClose: () => void;
  /** What stands in the field; the first letters may have been typed before it was there. */
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** Search over everything: the server finds, Enter opens. */
export function SearchWindow({ recent, onOpened, onClose, typed, onType }: SearchWindowProps) {
  const text = useText();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [, navigate] = useLocation();
  const wanted = useThrottled(typed.trim(), PAUSE_MS);
  const isAsked = wanted.length >= LEAST;
  const { data, isError, isPlaceholderData, isFetching } = useAnswer(
    adminSearchCall,
    { query: { q: wanted } },
    { isWanted: isAsked },
  );
  const found = isAsked && data !== undefined ? hitsOf(data) : [];
  const places = placesOf(typed.trim(), ({ label }) => text(label));
  const isLooking = typed.trim() !== wanted || (isFetching && (data === undefined || isPlaceholderData));
  // What leads elsewhere waits for what is found: Enter opens the first line.
  const hits = typed.trim() === '' ? [...recent, ...places] : isLooking ? found : [...found, ...places];

  function open(hit: Hit) {
    onClose();
    onOpened(hit);
    navigate(hit.to);
  }
  return (
    <ModalOverlay
      className={styles['veil'] ?? ''}
      isDismissable
      isOpen
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen) onClose();
      }}
    >
      <Modal className={styles['modal'] ?? ''}>
        <Dialog aria-label={text(texts.action)} className={styles['dialog'] ?? ''}>
          <Autocomplete inputValue={typed} onInputChange={onType}>
            <SearchField aria-label={text(texts.label)} className={styles['field'] ?? ''} maxLength={120}>
              <Mark name="search" />
              <Input
                autoComplete="off"
                className={styles['input'] ?? ''}
                placeholder={text(texts.label)}
                ref={field}
                spellCheck="false"
              />
              <button className={styles['close']} onClick={onClose} type="button">
                {text(texts.escape)}
              </button>
            </SearchField>
            <HitList hits={hits} onOpen={open} />
          </Autocomplete>
          <p className={styles['said']} role="status">
            {isError
              ? text(texts.failed)
              : isLooking && wanted.length >= LEAST
                ? text(texts.looking)
                : isAsked && found.length === 0
                  ? `${text(texts.nothing)}. ${text(texts.nothingText)}`
                  : ''}
          </p>
          <p className={styles['foot']}>
            <span aria-hidden="true">
              <kbd>↑</kbd> <kbd>↓</kbd> {text(texts.move)} <kbd>Enter</kbd> {text(texts.open)}
            </span>
            <span>{text(texts.hint)}</span>
          </p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
