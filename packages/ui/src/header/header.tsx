import { Icon } from '../icon/icon.tsx';
import { CompanyMark } from './company-mark.tsx';
import styles from './header.module.css';

export interface HeaderComputer {
  readonly name: string;
  /** 'Windows 11 · Chrome 143' */
  readonly systemAndBrowser: string;
  readonly isLaptop: boolean;
  readonly href: string;
}

export interface HeaderProps {
  readonly companyName: string;
  readonly logoUrl: string | null;
  readonly computer: HeaderComputer | null;
  readonly support: { readonly href: string; readonly label: string } | null;
}

export function Header({ companyName, logoUrl, computer, support }: HeaderProps) {
  return (
    <header className={styles['header']}>
      <CompanyMark hidesName={computer !== null} logoUrl={logoUrl} name={companyName} />
      <span className={styles['grow']} />
      {computer && (
        <a className={styles['chip']} href={computer.href}>
          <Icon name={computer.isLaptop ? 'laptop' : 'desktop'} />
          <span className={styles['chipText']}>
            <span className={styles['computerName']}>{computer.name}</span>
            <span className={styles['system']}>{computer.systemAndBrowser}</span>
          </span>
        </a>
      )}
      {support && (
        <a aria-label={support.label} className={styles['support']} href={support.href}>
          <Icon name="help" />
          <span className={styles['supportLabel']}>{support.label}</span>
        </a>
      )}
    </header>
  );
}
