import { createElement, type ReactNode } from 'react';
import { parseRestrictedHtml, type RestrictedNode } from './parse-restricted-html.ts';
import styles from './restricted-html.module.css';

export interface RestrictedHtmlProps {
  /** HTML of the tags ol, li, div, p and strong. Everything else in it is shown as text. */
  readonly html: string;
}

/** A licence agreement as a company wrote it: five elements without attributes, made by React and by nothing else. */
export function RestrictedHtml({ html }: RestrictedHtmlProps) {
  return <div className={styles['text']}>{parseRestrictedHtml(html).map(toElement)}</div>;
}

function toElement(node: RestrictedNode, position: number): ReactNode {
  if (typeof node === 'string') return node;
  return createElement(node.tag, { key: position }, ...node.children.map(toElement));
}
