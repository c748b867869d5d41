import type { ExtensionStatusView, Trouble } from '@vestibule/flows';
import { useText } from '@vestibule/texts';
import { Button, ButtonLink, Column, ColumnActions, ColumnHead, Notice, Step, StepList } from '@vestibule/ui';
import { TROUBLES } from '../home/troubles.ts';
import type { PageInfo } from '../page/page-info.ts';
import { PageSupportCode } from '../page/page-support-code.tsx';
import { PortalPage } from '../page/portal-page.tsx';
import { pageTexts } from '../page/texts.ts';
import { SwitchPicture } from '../set-up/pictures.tsx';
import { setUpTexts } from '../set-up/texts.ts';
import { type BrowserGuide, ENABLE_STEPS } from './enable-steps.ts';
import styles from './extension-not-ready-screen.module.css';
import { extensionNotReadyTexts } from './texts.ts';

export interface ExtensionNotReadyScreenProps {
  readonly header: PageInfo;
  readonly view: ExtensionStatusView;
  readonly guide: BrowserGuide;
  /** Where the extension is to be had. */
  readonly extensionHref: string;
  readonly onReload: () => void;
  readonly onContinue: () => void;
}

export function ExtensionNotReadyScreen(props: ExtensionNotReadyScreenProps) {
  const { header, view, onReload, onContinue } = props;
  const text = useText();
  const { productName: product, companyName: company } = header;
  const trouble = ownTrouble(view);
  const about =
    trouble === null
      ? { title: extensionNotReadyTexts.title, sentence: extensionNotReadyTexts.lead }
      : TROUBLES[trouble];
  const title = text(about.title, { product, company });
  return (
    <PortalPage info={header} title={title}>
      <Column>
        <ColumnHead
          lead={text(about.sentence, { product, company })}
          screen={`extension-not-ready-${trouble ?? 'enable'}`}
          title={title}
        />
        {trouble === null && <EnableSteps {...props} />}
        <ColumnActions>
          <Button icon="retry" isLarge kind="primary" onPress={onReload}>
            {text(extensionNotReadyTexts.reload)}
          </Button>
          <Button isLarge onPress={onContinue}>
            {text(setUpTexts.continue)}
          </Button>
          {trouble !== null && (
            <ButtonLink href={header.links.support} isLarge>
              {text(pageTexts.contactSupport)}
            </ButtonLink>
          )}
        </ColumnActions>
        <div className={styles['footnotes']}>
          {trouble === null && <InstallingNotes {...props} />}
          <p>{text(extensionNotReadyTexts.looksAgain)}</p>
          {header.supportCode !== null && <PageSupportCode code={header.supportCode} />}
        </div>
      </Column>
    </PortalPage>
  );
}

/** These the page itself is about, or half a minute of silence tells. */
const OWN_SUBJECTS: readonly (Trouble | null)[] = [null, 'extension-missing', 'client-missing', 'client-not-answering'];

/** What is broken although the extension is there: turning it on would not mend it, so nothing is said of that. */
function ownTrouble({ problem }: ExtensionStatusView): Trouble | null {
  return OWN_SUBJECTS.includes(problem) ? null : problem;
}

function EnableSteps({ header, view, guide }: ExtensionNotReadyScreenProps) {
  const text = useText();
  const { productName: product } = header;
  return (
    <>
      {view.isClientMissing && <ClientMissing header={header} />}
      <SwitchPicture name={text(extensionNotReadyTexts.picture)} />
      <StepList>
        {ENABLE_STEPS[guide].map((step) => (
          <Step key={step.title.id} title={text(step.title, { product })}>
            {text(step.text, { product })}
          </Step>
        ))}
      </StepList>
    </>
  );
}

function InstallingNotes({ header, extensionHref }: ExtensionNotReadyScreenProps) {
  const text = useText();
  return (
    <>
      <p>
        {text(extensionNotReadyTexts.notInList)}{' '}
        <a href={extensionHref} rel="noopener" target="_blank">
          {text(extensionNotReadyTexts.installExtension)}
        </a>
      </p>
      <p>{text(setUpTexts.privateWindow)}</p>
      <p>
        {text(extensionNotReadyTexts.greySwitch)} <a href={header.links.support}>{text(pageTexts.contactSupport)}</a>
      </p>
    </>
  );
}

/** The extension is there, and nobody behind it answers: another thing to mend. */
function ClientMissing({ header }: { readonly header: PageInfo }) {
  const text = useText();
  const { productName: product, links } = header;
  return (
    <div className={styles['notice']} role="alert">
      <Notice
        iconName={text(setUpTexts.notice)}
        kind="warn"
        title={text(extensionNotReadyTexts.clientMissingTitle, { product })}
      >
        {text(extensionNotReadyTexts.clientMissing, { product })}
      </Notice>
      {links.download !== null && (
        <ColumnActions>
          <ButtonLink href={links.download}>{text(extensionNotReadyTexts.install, { product })}</ButtonLink>
        </ColumnActions>
      )}
    </div>
  );
}
