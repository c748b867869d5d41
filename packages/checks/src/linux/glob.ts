/** Python's fnmatch. */
export function globOf(text: string): RegExp {
  const source = text.replaceAll(/\[!?\]?[^\]]*\]|[\s\S]/g, (part) => {
    if (part === '*') return '[\\s\\S]*';
    if (part === '?') return '[\\s\\S]';
    if (part.length > 1) {
      const isNot = part.startsWith('[!');
      const inside = part.slice(isNot ? 2 : 1, -1).replaceAll(/[\\\]^]/g, String.raw`\$&`);
      return `[${isNot ? '^' : ''}${inside}]`;
    }
    return part.replaceAll(/[$()*+./?[\\\]^{|}-]/g, String.raw`\$&`);
  });
  return new RegExp(`^(?:${source})$`);
}

/** The C library's fnmatch, of a pattern that anyone may have written. A range that runs backwards holds nothing. */
export function matchesGlob(text: string, pattern: string): boolean {
  const isBackwards = [...pattern.matchAll(/\[[^\]]*\]/g)].some(([set]) =>
    [...set.matchAll(/([^[!^])-([^\]])/g)].some(([, from = '', to = '']) => from > to),
  );
  return !isBackwards && globOf(pattern.replaceAll('[^', '[!')).test(text);
}
