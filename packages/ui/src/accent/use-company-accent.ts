import { useEffect } from 'react';
import { type Accent, ACCENT_THEMES, accentFor } from './company-accent.ts';

const COLOUR = /^#[0-9a-f]{6}$/i;

/**
 * Gives buttons, links and selections the company's colour, as readable as the product's own; with more contrast the
 * product's own stay.
 * @param colour '#rrggbb'; null or anything else: the product's own
 */
export function useCompanyAccent(colour: string | null): void {
  useEffect(() => {
    if (colour === null || !COLOUR.test(colour)) return undefined;
    const { style } = document.documentElement;
    const names = Object.entries(ACCENT_THEMES).flatMap(([theme, grounds]) =>
      Object.entries(propertiesOf(accentFor(colour, grounds), theme)).map(([name, value]) => {
        style.setProperty(name, value);
        return name;
      }),
    );
    return () => {
      for (const name of names) style.removeProperty(name);
    };
  }, [colour]);
}

/** The custom properties that tokens.css reads. */
function propertiesOf({ fill, hover, text, ink, edge }: Accent, theme: string): Readonly<Record<string, string>> {
  return {
    [`--company-${theme}-fill`]: fill,
    [`--company-${theme}-hover`]: hover,
    [`--company-${theme}-text`]: text,
    [`--company-${theme}-ink`]: ink,
    [`--company-${theme}-edge`]: edge,
  };
}
