import { Suspense, useState } from 'react';
import { lazyPart } from '../lazy/lazy-part.tsx';
import { LostWindow } from '../lazy/lost-window.tsx';
import type { ModalDialogProps } from './modal-dialog.tsx';

const Dialog = lazyPart(async () => (await import('./modal-dialog.tsx')).ModalDialog, LostWindow);

/** In a chunk of its own, loaded when it first opens: most visits never open one. It stays to fade out. */
export function LazyModalDialog(props: ModalDialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
