import type { Messages } from '@lingui/core';
import { messages as shared } from '../../locales/fr/messages.po';

/** Words that stand in the folder of their check. */
const OWN = import.meta.glob<Messages>('../../../../packages/checks/src/*/words/fr.po', {
  eager: true,
  import: 'messages',
});

export const messages = Object.values(OWN).reduce<Messages>((all, own) => ({ ...all, ...own }), shared);
