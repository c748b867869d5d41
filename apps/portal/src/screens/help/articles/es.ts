import type { Messages } from '@lingui/core';

const WORDS = import.meta.glob<Messages>(
  ['../../../../../../packages/checks/src/*/article-words/es.po', '../*/article-words/es.po'],
  { eager: true, import: 'messages' },
);

export const messages = Object.values(WORDS).reduce<Messages>((all, own) => ({ ...all, ...own }), {});
