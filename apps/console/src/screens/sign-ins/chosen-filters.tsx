import { adminDeviceCall, adminPersonCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { FilterChip } from '../../parts/filter-chip.tsx';
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
  return <FilterChip label={text(texts.person)} onRemove={onRemove} value={name} />;
}

function ComputerChip({ id, onRemove }: IdChipProps) {
  const text = useText();
  const device = useAnswer(adminDeviceCall, { parameters: { id } });
  const name = device.data?.id === id ? (device.data.label ?? device.data.name) : id;
  return <FilterChip label={text(texts.computer)} onRemove={onRemove} value={name} />;
}
