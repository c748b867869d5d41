/** Addresses and commands are the same in every language. */
const SAME_EVERYWHERE = ['href', 'command'];

/**
 * A structure with each of its texts as `say` has it: structure, links and commands are written once, words in the catalogues.
 * What is the same in English is said once, by the place at which it comes first.
 * @param say by the text's id, such as `help.firewall-enable.systems.linux.guides.0.steps.1`, and its English
 */
export function inWords<Structure>(
  id: string,
  structure: Structure,
  say: (id: string, english: string) => string,
): Structure {
  const said = new Map<string, string>();

  function walk(value: unknown, place: string): unknown {
    if (typeof value === 'string') {
      const words = said.get(value) ?? say(place, value);
      said.set(value, words);
      return words;
    }
    if (Array.isArray(value)) return value.map((item, index) => walk(item, `${place}.${index}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        SAME_EVERYWHERE.includes(key) ? inner : walk(inner, `${place}.${key}`),
      ]),
    );
  }

  return walk(structure, id) as Structure;
}
