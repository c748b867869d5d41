import type { Trouble } from '@vestibule/flows';
import { useText } from '@vestibule/texts';
import { Notice } from '@vestibule/ui';
import { TROUBLES } from '../home/troubles.ts';
import type { PageInfo } from '../page/page-info.ts';
import { pageTexts } from '../page/texts.ts';
import { setUpTexts } from './texts.ts';

export interface TroubleNoticeProps {
  readonly header: PageInfo;
  readonly trouble: Trouble;
}

/** What is wrong next to the subject of a page about the installation, in the words of the main screen. */
export function TroubleNotice({ header, trouble }: TroubleNoticeProps) {
  const text = useText();
  const { productName: product, companyName: company, links } = header;
  const { title, sentence } = TROUBLES[trouble];
  return (
    <Notice iconName={text(setUpTexts.notice)} isAlert kind="warn" title={text(title, { product, company })}>
      {text(sentence, { product, company })} <a href={links.support}>{text(pageTexts.contactSupport)}</a>
    </Notice>
  );
}
