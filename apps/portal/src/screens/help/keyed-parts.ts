/** A piece of a text and its position: a text never changes, so neither does what stands where. */
export interface KeyedPart {
  readonly key: number;
  readonly part: string;
}

/**
 * Splits a text for rendering.
 * @param separator what is between the parts; kept as a part of its own when it is in a group
 */
export function keyedParts(text: string, separator: string | RegExp): readonly KeyedPart[] {
  const parts = text.split(separator);
  return parts.map((part, index) => ({ key: index, part }));
}
