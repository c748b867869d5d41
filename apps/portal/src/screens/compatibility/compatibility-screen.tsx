import type { Compatibility, CompatibilitySettings, Visitor } from '@vestibule/policy';
import { type Text, type Translate, useText } from '@vestibule/texts';
import {
  Button,
  ButtonLink,
  Card,
  Column,
  ColumnActions,
  ColumnFootnote,
  ColumnHead,
  KeyValueList,
  VerdictIcon,
} from '@vestibule/ui';
import { useId } from 'react';
import { describeBrowser } from '../page/describe-browser.ts';
import type { PageInfo } from '../page/page-info.ts';
import { ColumnSupportCode } from '../page/page-support-code.tsx';
import { PortalPage } from '../page/portal-page.tsx';
import { pageTexts } from '../page/texts.ts';
import styles from './compatibility-screen.module.css';
import { CopyLink } from './copy-link.tsx';
import { releaseNames, type SupportedList, supportedLists } from './supported-lists.ts';
import { compatibilityTexts } from './texts.ts';

export interface CompatibilityScreenProps {
  readonly header: PageInfo;
  readonly visitor: Visitor;
  readonly compatibility: Compatibility;
  readonly settings: CompatibilitySettings;
  /** What the person opens in another browser. */
  readonly link: string;
  readonly helpCenterHref: string;
  /** Where phones and tablets go on; null: they stop here. */
  readonly mobileHref: string | null;
  /** The identity provider that may vouch for a phone; null: none does here. */
  readonly provider: VouchingProvider | null;
  /** A look whether this computer is supported after all is under way. */
  readonly isLooking: boolean;
  readonly onTryAgain: () => void;
}

interface VouchingProvider {
  readonly name: string;
  readonly path: string;
  readonly hasRefused: boolean;
  /** The device calls itself a computer, and no one vouches for that: it has to ask for pages for phones first. */
  readonly needsMobileSite: boolean;
}

export function CompatibilityScreen(props: CompatibilityScreenProps) {
  const { header, visitor, settings } = props;
  const text = useText();
  const onward = onwardOf(props, text);
  const title = onward === null ? text(compatibilityTexts.title) : onward.title;
  return (
    <PortalPage info={header} title={title}>
      <Column width="wide">
        <ColumnHead lead={onward === null ? leadOf(props, text) : onward.lead} screen="compatibility" title={title} />
        {onward === null ? (
          <Refused {...props} />
        ) : (
          <ColumnActions>
            <ButtonLink href={onward.href} isLarge kind="primary">
              {onward.label}
            </ButtonLink>
          </ColumnActions>
        )}
        {onward !== null && <p className={styles['onComputers']}>{text(compatibilityTexts.onComputers)}</p>}
        <div className={styles['lists']}>
          {supportedLists(visitor.system, settings).map((supported) => (
            <Supported key={supported.system} supported={supported} />
          ))}
        </div>
        <LastActions {...props} isRefused={onward === null} />
        <ColumnSupportCode info={header} />
      </Column>
    </PortalPage>
  );
}

/** Where a device goes on that cannot be checked here. */
interface Onward {
  readonly title: string;
  readonly lead: string;
  readonly href: string;
  readonly label: string;
}

/** Null where the page is a refusal: then it has the words of the specification, and what the person can do about it. */
function onwardOf({ mobileHref, provider, header }: CompatibilityScreenProps, text: Translate): Onward | null {
  if (mobileHref !== null) {
    return {
      title: text(compatibilityTexts.titleMobilePage),
      lead: text(compatibilityTexts.leadMobilePage),
      href: mobileHref,
      label: text(compatibilityTexts.mobileCheck),
    };
  }
  if (provider === null || provider.hasRefused || provider.needsMobileSite) return null;
  return {
    title: text(compatibilityTexts.titleProvider, { provider: provider.name }),
    lead: text(compatibilityTexts.leadProvider, { provider: provider.name, company: header.companyName }),
    href: provider.path,
    label: text(compatibilityTexts.signInWith, { provider: provider.name }),
  };
}

/** What is not supported here, and whom to ask once more. */
function Refused({ visitor, compatibility, link, provider }: CompatibilityScreenProps) {
  const text = useText();
  return (
    <>
      {provider?.hasRefused === true && !provider.needsMobileSite && (
        <ColumnActions>
          <ButtonLink href={provider.path}>
            {text(compatibilityTexts.signInAgain, { provider: provider.name })}
          </ButtonLink>
        </ColumnActions>
      )}
      <Card className={styles['here']}>
        <Here
          isSupported={compatibility.isSystemSupported}
          label={text(compatibilityTexts.thisComputer)}
          value={systemName(visitor, text)}
        />
        <Here
          isSupported={compatibility.isBrowserSupported}
          label={text(compatibilityTexts.thisBrowser)}
          value={describeBrowser(visitor)}
        />
        <span className={styles['grow']} />
        <CopyLink link={link} />
      </Card>
    </>
  );
}

interface LastActionsProps extends CompatibilityScreenProps {
  /** Otherwise a look would change nothing: the way on stands above. */
  readonly isRefused: boolean;
}

function LastActions({ header, helpCenterHref, isLooking, isRefused, onTryAgain }: LastActionsProps) {
  const text = useText();
  return (
    <>
      <ColumnActions>
        {isRefused && (
          <Button isBusy={isLooking} onPress={onTryAgain}>
            {text(pageTexts.tryAgain)}
          </Button>
        )}
        <ButtonLink href={helpCenterHref} opensNewTab>
          {text(compatibilityTexts.helpCenter)}
        </ButtonLink>
        <ButtonLink href={header.links.support} kind="quiet">
          {text(pageTexts.contactSupport)}
        </ButtonLink>
      </ColumnActions>
      {isRefused && <ColumnFootnote>{text(compatibilityTexts.byItself)}</ColumnFootnote>}
    </>
  );
}

/** Another browser does not help where the system is the reason. */
function leadOf({ compatibility, provider, header }: CompatibilityScreenProps, text: Translate): string {
  const { isSystemSupported, isBrowserSupported } = compatibility;
  if (provider !== null) {
    const lead = provider.needsMobileSite ? compatibilityTexts.leadMobileSite : compatibilityTexts.leadProviderRefused;
    return text(lead, { provider: provider.name, company: header.companyName });
  }
  if (!isSystemSupported) return text(compatibilityTexts.leadOtherSystem);
  return text(isBrowserSupported ? compatibilityTexts.lead : compatibilityTexts.leadOtherBrowser);
}

interface HereProps {
  readonly isSupported: boolean;
  readonly label: string;
  readonly value: string;
}

function Here({ isSupported, label, value }: HereProps) {
  const text = useText();
  return (
    <span className={styles['fact']}>
      <VerdictIcon
        name={text(isSupported ? compatibilityTexts.supported : compatibilityTexts.notSupported)}
        verdict={isSupported ? 'passed' : 'required'}
      />
      <span>
        <span className={styles['label']}>{label}</span>
        {value}
      </span>
    </span>
  );
}

function Supported({ supported: { system, heading, list } }: { readonly supported: SupportedList }) {
  const text = useText();
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 className={styles['heading']} id={headingId}>
        {text(heading)}
      </h2>
      <Card>
        <KeyValueList
          entries={[
            { label: system === 'macos' ? 'macOS' : text(heading), value: releaseNames(system, list) },
            ...list.supportedBrowsers.map(({ name, version }) => ({
              label: name,
              value: version === '' ? text(compatibilityTexts.supported) : text(compatibilityTexts.newer, { version }),
            })),
          ]}
        />
      </Card>
    </section>
  );
}

/** As far as the browser tells. */
function systemName({ system, systemVersion }: Visitor, text: (text: Text) => string): string {
  switch (system) {
    case 'windows':
      return windowsName(systemVersion);
    case 'macos':
      return systemVersion === null ? 'macOS' : `macOS ${systemVersion}`;
    case 'linux':
      return 'Linux';
    case 'mobile':
      return text(compatibilityTexts.mobile);
    case 'other':
      return text(compatibilityTexts.otherSystem);
    default:
      return system satisfies never;
  }
}

const FIRST_BUILD_OF_WINDOWS_11 = 22_000;

/** Releases before 10 by the number that their browsers send. */
const OLD_WINDOWS = new Map([
  ['5.1', 'Windows XP'],
  ['5.2', 'Windows XP'],
  ['6.0', 'Windows Vista'],
  ['6.1', 'Windows 7'],
  ['6.2', 'Windows 8'],
  ['6.3', 'Windows 8.1'],
]);

function windowsName(version: string | null): string {
  if (version === null) return 'Windows';
  const [major = '', minor = '', build = ''] = version.split('.');
  if (major !== '10') return OLD_WINDOWS.get(`${major}.${minor}`) ?? 'Windows';
  return Number(build) >= FIRST_BUILD_OF_WINDOWS_11 ? 'Windows 11' : 'Windows 10';
}
