import { type Translate, useText } from '@vestibule/texts';
import { Card, Icon, type KeyValueEntry, KeyValueList, Tag } from '@vestibule/ui';
import { type ReactNode, useId } from 'react';
import type { PageInfo } from '../page/page-info.ts';
import { mailLink, phoneLink, webLink } from './contact-links.ts';
import type { SupportComputer, SupportDetails } from './support-details.ts';
import styles from './support-screen.module.css';
import { supportRowTexts, supportTexts } from './texts.ts';

export interface SupportBlocksProps {
  readonly header: PageInfo;
  readonly details: SupportDetails;
  /** On the way from the status page no id of the person is shown. */
  readonly blanksIds: boolean;
}

/** Computer, user and support, each a list of what is known. */
export function SupportBlocks({ header, details, blanksIds }: SupportBlocksProps) {
  const text = useText();
  const { computer, checks, user, contact } = details;
  const userEntries = user === null ? [] : entriesOfUser(user, blanksIds, text);
  const contactEntries = entriesOfContact(contact, header.supportCode, text);
  return (
    <div className={styles['blocks']}>
      <Block
        heading={text(supportTexts.computer)}
        id="computer"
        tag={checks !== null && <Passage checks={checks} isLaptop={computer.isLaptop} />}
      >
        <KeyValueList entries={entriesOfComputer(computer, header.productName, text)} />
      </Block>
      {userEntries.some(isKnown) && (
        <Block heading={text(supportTexts.user)} id="user">
          <KeyValueList entries={userEntries} />
        </Block>
      )}
      {contactEntries.some(isKnown) && (
        <Block heading={text(supportTexts.contact)} id="contact">
          <KeyValueList entries={contactEntries} />
        </Block>
      )}
    </div>
  );
}

interface BlockProps {
  readonly heading: string;
  /** For links to this very part of the page. */
  readonly id: string;
  readonly tag?: ReactNode;
  readonly children: ReactNode;
}

function Block({ heading, id, tag, children }: BlockProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} id={id}>
      <div className={styles['head']}>
        <h2 className={styles['heading']} id={headingId}>
          {heading}
        </h2>
        {tag}
      </div>
      <Card>{children}</Card>
    </section>
  );
}

/** Whether the computer as a whole passed or failed. */
function Passage({ checks, isLaptop }: { readonly checks: NonNullable<SupportDetails['checks']>; isLaptop: boolean }) {
  const text = useText();
  const hasFailed = checks.some(({ isPassed, state }) => !isPassed && state !== 'unknown');
  return (
    <Tag kind={hasFailed ? 'stop' : 'ok'}>
      <Icon isSmall name={isLaptop ? 'laptop' : 'desktop'} />
      {text(hasFailed ? supportTexts.checksFailed : supportTexts.checksPassed)}
    </Tag>
  );
}

function isKnown({ value }: KeyValueEntry): boolean {
  return value !== '';
}

function entriesOfComputer(computer: SupportComputer, product: string, text: Translate): readonly KeyValueEntry[] {
  return [
    { label: text(supportRowTexts.computerName), value: computer.name },
    { label: text(supportRowTexts.deviceLogin), value: computer.login },
    { label: text(supportRowTexts.osVersion), value: computer.osVersion },
    { label: text(supportRowTexts.browserVersion), value: computer.browser },
    { label: text(supportRowTexts.clientVersion, { product }), value: clientVersion(computer, text) },
  ];
}

function clientVersion({ clientVersion: version, isClientUpToDate }: SupportComputer, text: Translate): string {
  if (version === '' || isClientUpToDate === null) return version;
  return text(isClientUpToDate ? supportRowTexts.upToDate : supportRowTexts.outOfDate, { version });
}

function entriesOfUser(
  user: NonNullable<SupportDetails['user']>,
  blanksIds: boolean,
  text: Translate,
): readonly KeyValueEntry[] {
  return [
    { label: text(supportRowTexts.companyId), value: user.companyId },
    { label: text(supportRowTexts.companyName), value: user.companyName },
    { label: text(supportRowTexts.userName), value: user.userDisplayName },
    { label: text(supportRowTexts.userId), value: blanksIds ? '' : user.userId },
    { label: text(supportRowTexts.userLogin), value: user.userLogin },
    { label: text(supportRowTexts.userEmail), value: user.userEmail },
    { label: text(supportRowTexts.userType), value: user.userType },
  ];
}

function entriesOfContact(
  contact: SupportDetails['contact'],
  supportCode: string | null,
  text: Translate,
): readonly KeyValueEntry[] {
  const { phone, phoneHours, email, helpCenterUrl, supportWebSite, requestSupportUrl, shareScreenUrl } = contact;
  return [
    { label: text(supportRowTexts.phone), value: phone, href: phoneLink(phone) },
    { label: text(supportRowTexts.phoneHours), value: phoneHours },
    { label: text(supportRowTexts.email), value: email, href: mailLink(email, supportCode) },
    { label: text(supportRowTexts.helpCenter), ...webLink(helpCenterUrl) },
    { label: text(supportRowTexts.supportWebsite), ...webLink(supportWebSite) },
    { label: text(supportRowTexts.requestSupport), ...webLink(requestSupportUrl) },
    { label: text(supportRowTexts.shareScreen), ...webLink(shareScreenUrl) },
  ];
}
