import { useText } from '@vestibule/texts';
import { Button, LazyModalDialog, RestrictedHtml, SkeletonRows } from '@vestibule/ui';
import { licenceTexts } from './texts.ts';

/** The agreement as the server has it. */
export type LicenceText =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly html: string };

export interface LicenceDialogProps {
  readonly licence: LicenceText;
  readonly isOpen: boolean;
  readonly onAccept: () => void;
  readonly onClose: () => void;
}

/** The licence agreement, to be accepted or not. */
export function LicenceDialog({ licence, isOpen, onAccept, onClose }: LicenceDialogProps) {
  const text = useText();
  return (
    <LazyModalDialog
      choices={
        <>
          <Button isDisabled={licence.state !== 'ready'} kind="primary" onPress={onAccept}>
            {text(licenceTexts.accept)}
          </Button>
          <Button kind="quiet" onPress={onClose}>
            {text(licenceTexts.cancel)}
          </Button>
        </>
      }
      closeLabel={text(licenceTexts.close)}
      isOpen={isOpen}
      onClose={onClose}
      title={text(licenceTexts.title)}
    >
      <LicenceBody licence={licence} />
    </LazyModalDialog>
  );
}

function LicenceBody({ licence }: Pick<LicenceDialogProps, 'licence'>) {
  const text = useText();
  switch (licence.state) {
    case 'loading':
      return <SkeletonRows count={3} />;
    case 'failed':
      return <p>{text(licenceTexts.failed)}</p>;
    case 'ready':
      return <RestrictedHtml html={licence.html} />;
    default:
      return licence satisfies never;
  }
}
