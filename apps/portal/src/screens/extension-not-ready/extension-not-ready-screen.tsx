import type { ExtensionStatusView, Trouble } from '@vestibule/flows';
import { useText } from '@vestibule/texts';
import { Button, ButtonLink, Column, ColumnActions, ColumnHead, Step, StepList } from '@vestibule/ui';
import { CopyLink } from '../compatibility/copy-link.tsx';
import { type TroubleContent, TROUBLES } from '../home/troubles.ts';
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
  /** For another browser, where this one has no extension. */
  readonly link: string;
  readonly onReload: () => void;
  readonly onContinue: () => void;
}

export function ExtensionNotReadyScreen(props: ExtensionNotReadyScreenProps) {
  const { header, view, guide, onReload, onContinue } = props;
  const text = useText();
  const { productName: product, companyName: company } = header;
  const subject = subjectOf(view);
  const isAboutExtension = subject === 'extension-missing';
  const about = isAboutExtension && isSafari(guide) ? ABOUT_SAFARI : (ABOUT[subject] ?? TROUBLES[subject]);
  const installHref = subject === 'client-missing' ? header.links.download : null;
  const title = text(about.title, { product, company });
  return (
    <PortalPage info={header} title={title}>
      <Column>
        <ColumnHead
          lead={text(about.sentence, { product, company })}
          screen={`extension-not-ready-${subject}`}
          title={title}
        />
        {isAboutExtension && <EnableSteps {...props} />}
        <ColumnActions>
          {installHref !== null && (
            <ButtonLink href={installHref} isLarge kind="primary">
              {text(extensionNotReadyTexts.install, { product })}
            </ButtonLink>
          )}
          <Button icon="retry" isLarge kind={installHref === null ? 'primary' : 'secondary'} onPress={onReload}>
            {text(extensionNotReadyTexts.reload)}
          </Button>
          <Button isLarge onPress={onContinue}>
            {text(setUpTexts.continue)}
          </Button>
          {!isAboutExtension && (
            <ButtonLink href={header.links.support} isLarge>
              {text(pageTexts.contactSupport)}
            </ButtonLink>
          )}
        </ColumnActions>
        <div className={styles['footnotes']}>
          {isAboutExtension && <InstallingNotes {...props} />}
          <p>{text(extensionNotReadyTexts.looksAgain)}</p>
          {header.supportCode !== null && <PageSupportCode code={header.supportCode} />}
        </div>
      </Column>
    </PortalPage>
  );
}

/** These the page itself is about, or half a minute of silence tells. */
const OWN_SUBJECTS: readonly (Trouble | null)[] = [null, 'extension-missing', 'client-missing', 'client-not-answering'];

/**
 * What is broken. With the extension there, turning it on would not mend it, so nothing is said of that; of a silent client
 * no one knows whether it is missing or does not run.
 */
function subjectOf({ problem, isClientMissing }: ExtensionStatusView): Trouble {
  if (problem !== null && !OWN_SUBJECTS.includes(problem)) return problem;
  return isClientMissing ? 'client-missing' : 'extension-missing';
}

/** What this page says in its own words. */
const ABOUT: { readonly [trouble in Trouble]?: Pick<TroubleContent, 'title' | 'sentence'> } = {
  'extension-missing': { title: extensionNotReadyTexts.title, sentence: extensionNotReadyTexts.lead },
  'client-missing': {
    title: extensionNotReadyTexts.clientMissingTitle,
    sentence: extensionNotReadyTexts.clientMissing,
  },
};

/** There is no extension to install there; a company may still have made one. */
const ABOUT_SAFARI = { title: extensionNotReadyTexts.title, sentence: extensionNotReadyTexts.leadSafari };

const isSafari = (guide: BrowserGuide) => guide === 'safari' || guide === 'safari-old';

function EnableSteps({ header, guide, extensionHref, link }: ExtensionNotReadyScreenProps) {
  const text = useText();
  const { productName: product } = header;
  return (
    <>
      {isSafari(guide) ? (
        <>
          <ColumnActions>
            <CopyLink link={link} />
          </ColumnActions>
          <p className={styles['own']}>{text(extensionNotReadyTexts.ownOfSafari)}</p>
        </>
      ) : (
        <>
          <p>
            {text(extensionNotReadyTexts.installFirst)}{' '}
            <a href={extensionHref} rel="noopener" target="_blank">
              {text(extensionNotReadyTexts.installExtension)}
            </a>
          </p>
          <p>{text(extensionNotReadyTexts.thenTurnOn)}</p>
        </>
      )}
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

function InstallingNotes({ header }: ExtensionNotReadyScreenProps) {
  const text = useText();
  return (
    <>
      <p>{text(setUpTexts.privateWindow)}</p>
      <p>
        {text(extensionNotReadyTexts.greySwitch)} <a href={header.links.support}>{text(pageTexts.contactSupport)}</a>
      </p>
    </>
  );
}
