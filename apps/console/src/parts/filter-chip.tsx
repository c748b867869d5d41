import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import styles from './filters.module.css';
import { Mark } from './icons.tsx';
import { partTexts } from './texts.ts';

export interface FilterChipProps {
  readonly label: string;
  readonly value: string;
  readonly onRemove: () => void;
}

/** A filter that is chosen, and can be taken out. */
export function FilterChip({ label, value, onRemove }: FilterChipProps) {
  const text = useText();
  return (
    <span className={styles['chip']}>
      <span>{label}</span>
      <bdi>{value}</bdi>
      <Button kind="quiet" label={text(partTexts.removeFilter, { filter: value })} onPress={onRemove}>
        <Mark name="close" />
      </Button>
    </span>
  );
}
