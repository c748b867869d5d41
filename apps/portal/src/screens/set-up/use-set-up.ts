import type { Visitor } from '@vestibule/policy';
import { useState } from 'react';
import { readThisVisitor } from '../../adapters/visitor.ts';
import { type SetUpSystem, systemOf } from './system-text.ts';
import { useDestinations } from '../../hooks/use-destinations.ts';
import { useReadBody } from '../../hooks/use-read.ts';

/** What the pages about the installation have to know of the computer in front of them. */
export interface SetUp {
  readonly visitor: Visitor;
  readonly system: SetUpSystem;
  readonly isSafari: boolean;
  readonly isFirefox: boolean;
  readonly isEdge: boolean;
  /** Where the extension is to be had: the company's own address, else how it is usually done. */
  readonly extensionHref: string;
}

export function useSetUp(): SetUp {
  const [visitor] = useState(readThisVisitor);
  const company = useReadBody('companySettings', {});
  const { helpArticle } = useDestinations();
  const isFirefox = visitor.browser === 'Firefox';
  const own = isFirefox ? company?.extensionUrls?.firefox : company?.extensionUrls?.chromium;
  return {
    visitor,
    system: systemOf(visitor.system),
    isSafari: visitor.browser === 'Safari',
    isFirefox,
    isEdge: visitor.browser === 'Edge',
    extensionHref: own ?? helpArticle('browser-extension'),
  };
}
