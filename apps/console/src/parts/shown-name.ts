interface Named {
  readonly id: string;
  readonly label: string | null;
  readonly name: string;
}

/** So much of an id finds a computer on the command line as well. */
const SHORT = 8;
/** Some names are made of nothing that is seen. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** What a computer is called: its label, its own name, or, where that shows nothing, the beginning of its id. */
export function shownName({ id, label, name }: Named): string {
  return [label, name].find((one) => one !== null && SEEN.test(one)) ?? id.slice(0, SHORT);
}
