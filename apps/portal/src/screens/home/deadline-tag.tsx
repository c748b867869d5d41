import { DeadlinePill } from '@vestibule/ui';
import { useI18n } from '@vestibule/texts';
import { useText } from '@vestibule/texts';
import { rowTexts } from './texts.ts';

export interface DeadlineTagProps {
  /** ISO dates. */
  readonly deadline: string;
  readonly today: string;
}

const DAY_MS = 86_400_000;

export function DeadlineTag({ deadline, today }: DeadlineTagProps) {
  const i18n = useI18n();
  const text = useText();
  const daysLeft = Math.round((Date.parse(deadline) - Date.parse(today)) / DAY_MS);
  const day = i18n.date(new Date(deadline), { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return (
    <DeadlinePill
      daysLeft={daysLeft}
      text={daysLeft === 1 ? text(rowTexts.requiredFromTomorrow) : text(rowTexts.requiredFrom, { day })}
    />
  );
}
