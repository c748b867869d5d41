import type { EveryArticle } from '../articles/library-types.ts';

export const article: EveryArticle = {
  managed: {
    windows:
      'The switch is grey, and Windows says **Some of these settings are managed by your organization**. The steps above cannot change it then; your I.T. department can.',
    macos:
      'The switch is grey, and macOS says that a **profile** or your organisation set it. The steps above cannot change it then; your I.T. department can.',
    linux:
      'The switch is grey, or goes back by itself. The steps above cannot change it then; your I.T. department can.',
  },
  next: 'Go back to the other tab. The check there updates by itself, usually within seconds. If it still shows the old state after a minute, reload that page.',
};
