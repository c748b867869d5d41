import type { Person } from './use-person.ts';

export interface ActProps {
  readonly person: Person;
  readonly onClose: () => void;
}
