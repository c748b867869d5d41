import { Tag } from './tag.tsx';

export interface DeadlinePillProps {
  readonly daysLeft: number;
  /** Always a date: 'Required from 30 November', 'Required from tomorrow'. */
  readonly text: string;
}

const SOON_DAYS = 14;

export function DeadlinePill({ daysLeft, text }: DeadlinePillProps) {
  const kind = daysLeft <= 1 ? 'stop' : daysLeft <= SOON_DAYS ? 'warn' : 'none';
  return (
    <Tag icon="clock" kind={kind}>
      {text}
    </Tag>
  );
}
