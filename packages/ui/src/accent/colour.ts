/** A colour as '#rrggbb'. */
export type Colour = string;

type Triple = readonly [number, number, number];

/** Contrast of two colours as WCAG 2 defines it, 1 to 21. */
export function contrastOf(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Lightness as OKLab defines it, 0 to 1. */
export function lightnessOf(colour: Colour): number {
  return toOklab(colour)[0];
}

/** The same hue and chroma at another lightness; what a screen cannot show is cut off. */
export function withLightness(colour: Colour, lightness: number): Colour {
  const [, a, b] = toOklab(colour);
  return fromOklab([lightness, a, b]);
}

function luminanceOf(colour: Colour): number {
  const [red, green, blue] = toLinear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear(colour: Colour): Triple {
  const channel = (start: number) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

// The matrices are those of CSS Color 4, section 10.

function toOklab(colour: Colour): Triple {
  const [red, green, blue] = toLinear(colour);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ];
}

function fromOklab([lightness, a, b]: Triple): Colour {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  return `#${channels.map(toHex).join('')}`;
}

function toHex(linear: number): string {
  const inRange = Math.min(1, Math.max(0, linear));
  const value = inRange <= 0.0031308 ? 12.92 * inRange : 1.055 * inRange ** (1 / 2.4) - 0.055;
  return Math.round(value * 255)
    .toString(16)
    .padStart(2, '0');
}
