import { useText } from '@vestibule/texts';
import { Button, LazyModalDialog, RestrictedHtml, SkeletonRows } from '@vestibule/ui';
import styles from './licence-dialog.module.css';
import { licenceTexts } from './texts.ts';

/** The agreement as the server has it. */
export type LicenceText =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly html: string }
  /** Of signed software: plain text. */
  | {
      readonly state: 'terms';
      readonly terms: {
        readonly name: string;
        readonly version: string;
        readonly publisher: string;
        /** In bytes. */
        readonly size: number;
        readonly licence: string;
      };
    };

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
          <Button isDisabled={licence.state !== 'ready' && licence.state !== 'terms'} kind="primary" onPress={onAccept}>
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
    case 'terms': {
      const { licence: words, size, ...named } = licence.terms;
      return (
        <>
          <p>{text(licenceTexts.software, { ...named, size: inMegabytes(size) })}</p>
          <p className={styles['licence']}>{words}</p>
        </>
      );
    }
    default:
      return licence satisfies never;
  }
}

/** At least a tenth: nothing is of no size. */
function inMegabytes(bytes: number): number {
  return Math.max(0.1, Math.round(bytes / 100_000) / 10);
}
