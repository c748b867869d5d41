import styles from './footer.module.css';

export interface FooterLink {
  readonly href: string;
  readonly label: string;
}

export interface FooterProps {
  readonly text: string;
  readonly links: readonly FooterLink[];
}

export function Footer({ text, links }: FooterProps) {
  return (
    <footer className={styles['footer']}>
      <span>{text}</span>
      <span className={styles['grow']} />
      {links.map(({ href, label }) => (
        <a className={styles['link']} href={href} key={href}>
          {label}
        </a>
      ))}
    </footer>
  );
}
