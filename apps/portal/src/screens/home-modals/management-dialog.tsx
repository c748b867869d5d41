import type { Modal, ModalActions } from '@vestibule/flows';
import { useText } from '@vestibule/texts';
import { Button, Icon, LazyModalDialog, Point, PointList } from '@vestibule/ui';
import type { ReactNode } from 'react';
import styles from './management-dialog.module.css';
import { managementTexts, modalTexts } from './texts.ts';

type ManagementModal = Extract<Modal, { readonly kind: 'device-management' }>;

export interface ManagementDialogProps {
  readonly modal: ManagementModal;
  readonly isOpen: boolean;
  readonly companyName: string;
  readonly actions: ModalActions;
}

/** The offer to have the company manage this computer, what follows it, and its end. */
export function ManagementDialog({ modal, isOpen, companyName: company, actions }: ManagementDialogProps) {
  const text = useText();
  const isEnrolled = modal.step === 'enrolled';
  return (
    <LazyModalDialog
      choices={<Choices actions={actions} modal={modal} />}
      closeLabel={text(modalTexts.close)}
      isOpen={isOpen}
      onClose={actions.close}
      title={isEnrolled ? text(managementTexts.enrolled) : text(managementTexts.title, { company })}
    >
      <Body companyName={company} modal={modal} />
    </LazyModalDialog>
  );
}

function Choices({ modal, actions }: Pick<ManagementDialogProps, 'modal' | 'actions'>) {
  const text = useText();
  switch (modal.step) {
    case 'offering':
      return (
        <>
          <Button kind="primary" onPress={actions.enroll}>
            {text(managementTexts.enroll)}
          </Button>
          <Button onPress={actions.remindLater}>{text(managementTexts.later)}</Button>
          {modal.mayOptOut && (
            <Button className={styles['refusal']} kind="quiet" onPress={actions.optOut}>
              {text(managementTexts.optOut)}
            </Button>
          )}
        </>
      );
    case 'enrolling':
      return (
        <>
          <Button kind="primary" onPress={actions.enroll}>
            {text(managementTexts.openAgain)}
          </Button>
          <Button kind="quiet" onPress={actions.close}>
            {text(modalTexts.close)}
          </Button>
        </>
      );
    case 'enrolled':
      return (
        <Button kind="primary" onPress={actions.finishEnrollment} takesFocus>
          {text(managementTexts.ok)}
        </Button>
      );
    default:
      return modal.step satisfies never;
  }
}

function Body({ modal, companyName: company }: Pick<ManagementDialogProps, 'modal' | 'companyName'>) {
  const text = useText();
  switch (modal.step) {
    case 'offering':
      return (
        <>
          <p>{text(managementTexts.lead, { service: modal.serviceName, company })}</p>
          <div className={styles['columns']}>
            <Powers
              heading={text(managementTexts.can, { company })}
              icon={<Icon className={styles['can']} isSmall name="check" />}
              powers={modal.can}
            />
            <Powers
              heading={text(managementTexts.cannot, { company })}
              icon={<Icon className={styles['cannot']} isSmall name="close" />}
              powers={modal.cannot}
            />
          </div>
        </>
      );
    case 'enrolling':
      return <p>{text(managementTexts.enrolling)}</p>;
    case 'enrolled':
      return <p>{text(managementTexts.completed)}</p>;
    default:
      return modal.step satisfies never;
  }
}

interface PowersProps {
  readonly heading: string;
  readonly icon: ReactNode;
  readonly powers: readonly string[];
}

/** What the company wrote; nothing where it wrote nothing. */
function Powers({ heading, icon, powers }: PowersProps) {
  if (powers.length === 0) return null;
  return (
    <div>
      <h3 className={styles['heading']}>{heading}</h3>
      <PointList>
        {powers.map((power) => (
          <Point icon={icon} key={power}>
            {power}
          </Point>
        ))}
      </PointList>
    </div>
  );
}
