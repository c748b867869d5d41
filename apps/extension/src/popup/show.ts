import type { Described } from './describe.ts';

/** Writes what is known into the popup; everything as text. */
export function show(document: Document, { tone, title, sentence, rows }: Described): void {
  document.body.dataset['tone'] = tone;
  element(document, 'title').textContent = title;
  element(document, 'sentence').textContent = sentence;
  const list = element(document, 'rows');
  list.replaceChildren(...rows.flatMap(([label, value]) => [make(document, 'dt', label), make(document, 'dd', value)]));
  list.hidden = rows.length === 0;
}

/** @param portals address and label of each */
export function showLinks(
  document: Document,
  portals: readonly { readonly href: string; readonly label: string }[],
): void {
  const links = portals.map(({ href, label }) => {
    const link = make(document, 'a', label);
    link.setAttribute('href', href);
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noreferrer');
    return link;
  });
  element(document, 'links').replaceChildren(...links);
}

/** Offers what Workplace can open; each button stays where it is, so that it can be pressed again. */
export function showWindows(
  document: Document,
  windows: readonly { readonly label: string; readonly open: () => void }[],
): void {
  const buttons = windows.map(({ label, open }) => {
    const button = make(document, 'button', label);
    button.setAttribute('type', 'button');
    button.addEventListener('click', open);
    return button;
  });
  element(document, 'windows').replaceChildren(...buttons);
}

/** Says why nothing opened; empty when something did. */
export function showOutcome(document: Document, sentence: string): void {
  element(document, 'outcome').textContent = sentence;
}

function element(document: Document, id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The popup has no #${id}.`);
  return found;
}

function make(document: Document, name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
