import { useText } from '@vestibule/texts';
import { signInsTexts as texts } from './texts.ts';

const MS = 1000;

/** A length of time in seconds: tenths below ten, whole ones above. */
export function useSeconds(): (milliseconds: number) => string {
  const text = useText();
  return (milliseconds) => {
    const seconds = milliseconds / MS;
    return text(texts.seconds, { seconds: seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds) });
  };
}
