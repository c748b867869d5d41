import { useText } from '@vestibule/texts';
import { Button, LazyModalDialog } from '@vestibule/ui';
import { NAVIGATION } from '../navigation.ts';
import styles from './keys-dialog.module.css';
import { PAGE_KEYS } from './keys.ts';
import { keyTexts as texts } from './texts.ts';

export interface KeysDialogProps {
  readonly areSingleOn: boolean;
  readonly onSwitch: (areOn: boolean) => void;
  readonly onClose: () => void;
}

/** All keys, and the switch for those of one letter. */
export function KeysDialog({ areSingleOn, onSwitch, onClose }: KeysDialogProps) {
  const text = useText();
  const pages = NAVIGATION.flatMap(({ entries }) => entries);
  const lines = [
    { name: text(texts.search), keys: ['Ctrl K'] },
    ...(areSingleOn
      ? [
          { name: text(texts.here), keys: ['/'] },
          { name: text(texts.keys), keys: ['?'] },
          ...pages.map(({ page, label }) => ({
            name: text(texts.page, { page: text(label) }),
            keys: ['g', PAGE_KEYS[page]],
          })),
        ]
      : []),
  ];
  return (
    <LazyModalDialog
      choices={
        <Button kind="secondary" onPress={() => onSwitch(!areSingleOn)}>
          {text(areSingleOn ? texts.off : texts.on)}
        </Button>
      }
      closeLabel={text(texts.close)}
      isOpen
      onClose={onClose}
      title={text(texts.title)}
    >
      <dl className={styles['keys']}>
        {lines.map(({ name, keys }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {keys.map((key, index) => (
                <span key={key + String(index)}>
                  {index > 0 && ` ${text(texts.after)} `}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <b>{text(texts.single)}.</b> {text(texts.singleText)}
      </p>
    </LazyModalDialog>
  );
}
