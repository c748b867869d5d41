import { lazy } from 'react';

/** In a chunk of its own: most visits never open one. */
export const LazyModalDialog = lazy(async () => {
  const { ModalDialog } = await import('./modal-dialog.tsx');
  return { default: ModalDialog };
});
