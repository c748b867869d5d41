import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';
import { useThrottled } from './use-throttled.ts';

export interface LiveRegionProps {
  readonly text: string;
  /** While a text changes quickly: at most one is read out in this time. */
  readonly intervalMs?: number;
}

/** The one polite live region of a screen. Stays mounted while the screen changes, or nothing would be read out. */
export function LiveRegion({ text, intervalMs = 0 }: LiveRegionProps) {
  const spoken = useThrottled(text, intervalMs);
  return <VisuallyHidden role="status">{spoken}</VisuallyHidden>;
}
