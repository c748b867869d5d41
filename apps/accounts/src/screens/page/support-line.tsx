import { useText } from '@vestibule/texts';
import { StatusFootnote } from '@vestibule/ui';
import { useCompany } from '../../app/company-context.ts';
import { phoneAddress } from './support-contact.ts';
import styles from './support-line.module.css';
import { pageTexts } from './texts.ts';

/** Who helps when signing in does not work; absent where the company has given no contact. */
export function SupportLine() {
  const text = useText();
  const support = useCompany()?.support;
  if (support === undefined || (support.phone === '' && support.email === '')) return null;
  const { phone, email } = support;
  return (
    <StatusFootnote>
      {text(pageTexts.problems)}{' '}
      {phone !== '' && (
        <a className={styles['contact']} href={phoneAddress(phone)}>
          {text(pageTexts.call, { phone })}
        </a>
      )}
      {phone !== '' && email !== '' && ' · '}
      {email !== '' && (
        <a className={styles['contact']} href={`mailto:${email}`}>
          {email}
        </a>
      )}
    </StatusFootnote>
  );
}
