import { type Colour, contrastOf, lightnessOf, withLightness } from './colour.ts';

/** What a company's one colour becomes in one theme. */
export interface Accent {
  readonly fill: Colour;
  /** The fill under a pointer. */
  readonly hover: Colour;
  /** Text and marks on the fill. */
  readonly text: Colour;
  /** Links. */
  readonly ink: Colour;
  /** Around a fill that does not stand out from the page by itself, and for what has no fill; else the fill. */
  readonly edge: Colour;
}

export interface AccentTheme {
  /** What the fill must stand out from. */
  readonly grounds: readonly Colour[];
  /** What links stand on, the one nearest to them. */
  readonly nearestGround: Colour;
  /** Where colours go that do not stand out: darker or lighter. */
  readonly direction: -1 | 1;
}

/** The same colours as in tokens.css. */
export const ACCENT_THEMES = {
  light: { grounds: ['#f5f6f8', '#ffffff'], nearestGround: '#eef0f4', direction: -1 },
  dark: { grounds: ['#0d1015', '#151920'], nearestGround: '#1b2029', direction: 1 },
} as const satisfies Readonly<Record<string, AccentTheme>>;

const MARK_CONTRAST = 3;
const TEXT_CONTRAST = 4.5;
const TEXTS: readonly Colour[] = ['#ffffff', '#12161d'];
const STEP = 0.02;
const HOVER_STEP = 0.04;
/** Darkened, a colour as light as this would no longer be the company's: it gets an edge instead. */
const TOO_LIGHT = 0.85;

/**
 * Makes a company's colour readable: its lightness moves until the fill stands out 3 to 1, its text and the links 4.5 to
 * 1. Every colour comes out so.
 * @param colour '#rrggbb'
 */
export function accentFor(colour: Colour, theme: AccentTheme): Accent {
  const { grounds, nearestGround, direction } = theme;
  const standsOut = (fill: Colour) => grounds.every((ground) => contrastOf(fill, ground) >= MARK_CONTRAST);
  const isReadable = (fill: Colour) => contrastOf(textOn(fill), fill) >= TEXT_CONTRAST;
  const keepsItsColour = direction === -1 && lightnessOf(colour) > TOO_LIGHT;
  const fill = keepsItsColour ? colour : move(colour, direction, (moved) => standsOut(moved) && isReadable(moved));
  const text = textOn(fill);
  // Away from its text, which is read all the better.
  const hover = withLightness(fill, lightnessOf(fill) + (text === '#ffffff' ? -HOVER_STEP : HOVER_STEP));
  return {
    fill,
    hover,
    text,
    ink: move(colour, direction, (moved) => contrastOf(moved, nearestGround) >= TEXT_CONTRAST),
    edge: keepsItsColour ? move(colour, direction, standsOut) : fill,
  };
}

function textOn(fill: Colour): Colour {
  const [light = '', dark = ''] = TEXTS;
  return contrastOf(light, fill) >= contrastOf(dark, fill) ? light : dark;
}

/** Black and white are far enough from every ground, so that this ends. */
function move(colour: Colour, direction: -1 | 1, isGood: (moved: Colour) => boolean): Colour {
  const start = lightnessOf(colour);
  for (let steps = 0; steps * STEP <= 1; steps += 1) {
    const moved = steps === 0 ? colour : withLightness(colour, start + direction * steps * STEP);
    if (isGood(moved)) return moved;
  }
  return direction === -1 ? '#000000' : '#ffffff';
}
