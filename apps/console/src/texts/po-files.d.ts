declare module '*.po' {
  import type { Catalogues } from '@vestibule/texts';

  /** Compiled by the Lingui plugin when the application is built. */
  export const messages: Awaited<ReturnType<NonNullable<Catalogues['en']>>>;
}
