import { defaultTreeAdapter, type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

/** The only elements that licence agreements and disclaimers are made of. None of them has attributes. */
export const ALLOWED_TAGS = ['ol', 'li', 'div', 'p', 'strong'] as const;

/** Elements whose content is no text for people, or is read by other rules: they go with all that is in them. */
const REMOVED_WHOLE: ReadonlySet<string> = new Set([
  'audio',
  'canvas',
  'embed',
  'frame',
  'frameset',
  'iframe',
  'math',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'plaintext',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'video',
  'xmp',
]);

/** What stands for an element that is not allowed, so that its text keeps its place and weight. */
const WRITTEN_AS: ReadonlyMap<string, (typeof ALLOWED_TAGS)[number]> = new Map([
  ['b', 'strong'],
  ...blocks().map((tag) => [tag, 'div'] as const),
]);

/** Elements that stand on lines of their own: without a `div` their texts would run together. */
function blocks(): readonly string[] {
  return (
    'address article aside blockquote center dd details dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header legend main nav pre section summary table td th tr ul'
  ).split(' ');
}

/** Deeper than this, HTML readers begin to disagree, and no one means it. */
const MAXIMUM_DEPTH = 64;

export interface SanitizedHtml {
  readonly html: string;
  /** A sentence for each thing that was taken out, in the order of the text. Lines and columns count from 1. */
  readonly removed: readonly string[];
}

type Node = DefaultTreeAdapterTypes.ChildNode;

/**
 * Reduces HTML to `ol`, `li`, `div`, `p` and `strong` without attributes. The text is read as a browser reads it (WHATWG
 * rules), and what comes out is written again from the elements that are allowed, so nothing of the source is ever passed
 * through: neither a tag nor an attribute nor a comment, and no `<` or `&` of a text stays bare. Because none of the
 * allowed elements changes how what is in it is read, reading the result again gives the same elements.
 */
export function sanitizeHtml(source: string): SanitizedHtml {
  const fragment = parseFragment(source, { sourceCodeLocationInfo: true });
  const removed = new Set<string>();
  const note = (node: Node, what: string): void => {
    const place = node.sourceCodeLocation;
    // Elements that the rules of HTML put in by themselves stand nowhere in the source.
    if (place === null || place === undefined) return;
    removed.add(`line ${place.startLine}, column ${place.startCol}: ${what}.`);
  };
  const write = (nodes: readonly Node[], depth: number): string => nodes.map((node) => writeNode(node, depth)).join('');

  const writeNode = (node: Node, depth: number): string => {
    if (defaultTreeAdapter.isTextNode(node)) return escapeText(node.value);
    if (!defaultTreeAdapter.isElementNode(node)) {
      note(node, defaultTreeAdapter.isCommentNode(node) ? 'A comment is left out' : 'A declaration is left out');
      return '';
    }
    const { tagName, childNodes } = node;
    if (REMOVED_WHOLE.has(tagName) || depth > MAXIMUM_DEPTH) {
      note(node, `<${tagName}> is left out with all that is in it`);
      return '';
    }
    if (isAllowed(tagName)) {
      for (const { name } of node.attrs) note(node, `The attribute ${name} of <${tagName}> is left out`);
      return `<${tagName}>${write(childNodes, depth + 1)}</${tagName}>`;
    }
    const other = WRITTEN_AS.get(tagName);
    note(
      node,
      other === undefined ? `<${tagName}> is left out, its text stays` : `<${tagName}> is written as <${other}>`,
    );
    const content = write(childNodes, depth + 1);
    if (other !== undefined) return `<${other}>${content}</${other}>`;
    return tagName === 'br' ? '\n' : content;
  };

  return { html: settle(write(fragment.childNodes, 0)), removed: [...removed] };
}

function isAllowed(tagName: string): boolean {
  return (ALLOWED_TAGS as readonly string[]).includes(tagName);
}

/**
 * What was taken out can leave elements in places where a reader would move them, such as a `p` that is now within a `p`.
 * So the result is read and written again until it stays as it is, which takes a round or two.
 */
function settle(html: string): string {
  let settled = html;
  for (let round = 0; round < 8; round += 1) {
    const again = writeAgain(settled);
    if (again === settled) return settled;
    settled = again;
  }
  // Never seen. Text without a single element is what is left when elements cannot be agreed on.
  return escapeText(settled);
}

function writeAgain(html: string): string {
  const write = (nodes: readonly Node[]): string =>
    nodes
      .map((node) => {
        if (defaultTreeAdapter.isTextNode(node)) return escapeText(node.value);
        if (!defaultTreeAdapter.isElementNode(node) || !isAllowed(node.tagName)) return '';
        return `<${node.tagName}>${write(node.childNodes)}</${node.tagName}>`;
      })
      .join('');
  return write(parseFragment(html).childNodes);
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;');
}
