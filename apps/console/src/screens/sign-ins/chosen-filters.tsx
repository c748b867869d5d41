import { adminDeviceCall, adminPersonCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useAnswer } from '../../hooks/use-answer.ts';
import styles from '../../parts/filters.module.css';
import { Mark } from '../../parts/icons.tsx';
import { signInsTexts as texts } from './texts.ts';
import type { SignIns } from './use-sign-ins.ts';

/** The person and the computer that other pages lead here with: chips that can be taken out. */
export function ChosenFilters({ signIns: { filters, filterBy } }: { readonly signIns: SignIns }) {
  const { person, computer } = filters;
  return (
    <>
      {person !== undefined && <PersonChip id={person} onRemove={() => filterBy({ person: undefined })} />}
      {computer !== undefined && <ComputerChip id={computer} onRemove={() => filterBy({ computer: undefined })} />}
    </>
  );
}

interface IdChipProps {
  readonly id: string;
  readonly onRemove: () => void;
}

function PersonChip({ id, onRemove }: IdChipProps) {
  const text = useText();
  const person = useAnswer(adminPersonCall, { parameters: { personId: id } });
  const name = person.data?.id === id ? person.data.displayName : id;
  return <Chip kind={text(texts.person)} name={name} onRemove={onRemove} />;
}

function ComputerChip({ id, onRemove }: IdChipProps) {
  const text = useText();
  const device = useAnswer(adminDeviceCall, { parameters: { id } });
  const name = device.data?.id === id ? (device.data.label ?? device.data.name) : id;
  return <Chip kind={text(texts.computer)} name={name} onRemove={onRemove} />;
}

interface ChipProps {
  readonly kind: string;
  readonly name: string;
  readonly onRemove: () => void;
}

function Chip({ kind, name, onRemove }: ChipProps) {
  const text = useText();
  return (
    <span className={styles['chip']}>
      <span>{kind}</span>
      <bdi>{name}</bdi>
      <Button kind="quiet" label={text(texts.removeFilter, { filter: name })} onPress={onRemove}>
        <Mark name="close" />
      </Button>
    </span>
  );
}
