import { supportCodeOf } from '@vestibule/contracts';
import type { MemoryPort } from '@vestibule/flows';

/** The code of this tab, made when it is opened and kept while it is: before any server has been reached. */
export function holdTabCode(memory: Pick<MemoryPort, 'read' | 'write'>): string {
  const kept = memory.read('tabCode');
  if (kept !== null) return kept;
  const made = supportCodeOf(crypto.randomUUID());
  memory.write('tabCode', made);
  return made;
}
