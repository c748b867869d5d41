import { useText } from '@vestibule/texts';
import { Button, ButtonLink, KeyValueList, LazyModalDialog } from '@vestibule/ui';
import type { PageInfo } from '../page/page-info.ts';
import { PageSupportCode } from '../page/page-support-code.tsx';
import { phoneLink } from '../support/contact-links.ts';
import { modalTexts, supportModalTexts } from './texts.ts';

export interface SupportDialogProps {
  readonly info: PageInfo;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Whom to call, and what they will ask for. */
export function SupportDialog({ info, isOpen, onClose }: SupportDialogProps) {
  const text = useText();
  const { supportPhone, supportHours, supportCode, companyName, userName, computer, links } = info;
  return (
    <LazyModalDialog
      choices={
        <>
          <ButtonLink href={links.support} kind="primary">
            {text(supportModalTexts.details)}
          </ButtonLink>
          <Button kind="quiet" onPress={onClose}>
            {text(modalTexts.close)}
          </Button>
        </>
      }
      closeLabel={text(modalTexts.close)}
      isOpen={isOpen}
      onClose={onClose}
      title={text(supportModalTexts.title)}
    >
      {supportCode !== null && (
        <>
          <p>{text(supportModalTexts.lead)}</p>
          <PageSupportCode code={supportCode} />
        </>
      )}
      <KeyValueList
        entries={[
          { label: text(supportModalTexts.phone), value: supportPhone, href: phoneLink(supportPhone) },
          { label: text(supportModalTexts.phoneHours), value: supportHours },
          { label: text(supportModalTexts.user), value: userName },
          { label: text(supportModalTexts.company), value: companyName },
          { label: text(supportModalTexts.computer), value: computer?.name ?? '' },
          { label: text(supportModalTexts.system), value: computer?.systemAndBrowser ?? '' },
        ]}
      />
    </LazyModalDialog>
  );
}
