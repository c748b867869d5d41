import type { BackupProgress } from '../../operations/backup/outcome.ts';

/** How far a backup or a restore is, as someone who waits reads it. */
export function progressText({ stage, name, done }: BackupProgress): string {
  switch (stage) {
    case 'checking':
      return `Reading the file: ${done} records`;
    case 'evidence':
      return `Evidence: ${done} pieces`;
    case 'tables':
      return `Table ${name}: ${done} rows`;
  }
}
