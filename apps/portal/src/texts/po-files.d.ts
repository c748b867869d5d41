declare module '*.po' {
  import type { Messages } from '@lingui/core';

  /** Compiled by the Lingui plugin when the portal is built. */
  export const messages: Messages;
}

declare module '*.po?raw' {
  const text: string;
  export default text;
}
