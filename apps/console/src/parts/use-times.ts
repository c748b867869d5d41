import { useI18n, useText } from '@vestibule/texts';
import { usePorts } from '../hooks/ports-context.ts';
import { partTexts as texts } from './texts.ts';

export interface Times {
  /** `09:43` today, 'Yesterday', `9 Nov`, `9 Nov 2025`. */
  readonly short: (moment: string | Date) => string;
  /** The whole moment with its zone. */
  readonly whole: (moment: string | Date) => string;
  /** The day alone: `30 November`. */
  readonly day: (moment: string | Date) => string;
}

const DAY_MS = 86_400_000;

/** Moments in the language of the person and the zone of their computer. */
export function useTimes(): Times {
  const { locale } = useI18n();
  const text = useText();
  const { browser } = usePorts();
  const format = (moment: string | Date, kind: Kind) => formatOf(locale, kind).format(new Date(moment));
  const dayOf = (moment: Date) => new Date(moment).setHours(0, 0, 0, 0);
  return {
    short(moment) {
      const days = Math.round((dayOf(browser.now()) - dayOf(new Date(moment))) / DAY_MS);
      if (days === 0) return format(moment, 'time');
      if (days === 1) return text(texts.yesterday);
      const isThisYear = new Date(moment).getFullYear() === browser.now().getFullYear();
      return format(moment, isThisYear ? 'short' : 'shortWithYear');
    },
    whole: (moment) => format(moment, 'whole'),
    day: (moment) => format(moment, 'day'),
  };
}

const KINDS = {
  time: { hour: '2-digit', minute: '2-digit' },
  short: { day: 'numeric', month: 'short' },
  shortWithYear: { day: 'numeric', month: 'short', year: 'numeric' },
  whole: {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  },
  day: { day: 'numeric', month: 'long' },
} as const satisfies { readonly [kind: string]: Intl.DateTimeFormatOptions };
type Kind = keyof typeof KINDS;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Made once: to make one takes longer than to draw the row that it stands in. */
function formatOf(locale: string, kind: Kind): Intl.DateTimeFormat {
  const name = `${kind} ${locale}`;
  const known = formats.get(name);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, KINDS[kind]);
  formats.set(name, made);
  return made;
}
