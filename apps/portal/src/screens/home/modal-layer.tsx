import type { Modal } from '@vestibule/flows';
import { lazyPart, LostWindow } from '@vestibule/ui';
import { Suspense, useState } from 'react';
import type { HomeModalProps } from '../home-modals/home-modal.tsx';

const HomeModal = lazyPart(async () => (await import('../home-modals/home-modal.tsx')).HomeModal, LostModal);

function LostModal({ isOpen, actions }: HomeModalProps) {
  return <LostWindow isOpen={isOpen} onClose={actions.close} />;
}

export interface ModalLayerProps extends Omit<HomeModalProps, 'modal' | 'isOpen'> {
  readonly modal: Modal | null;
}

/** Loads the windows when the first one opens, and keeps the last one while it fades out. */
export function ModalLayer({ modal, ...rest }: ModalLayerProps) {
  const [last, setLast] = useState(modal);
  if (modal !== null && modal !== last) setLast(modal);
  if (last === null) return null;
  return (
    <Suspense>
      <HomeModal {...rest} isOpen={modal !== null} key={last.kind} modal={last} />
    </Suspense>
  );
}
