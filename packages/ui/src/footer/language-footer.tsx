import footerStyles from './footer.module.css';
import styles from './language-footer.module.css';

export interface FooterLink {
  readonly href: string;
  readonly label: string;
}

export interface LanguageFooterProps {
  readonly text: string;
  readonly links: readonly FooterLink[];
  /** 'Language', for screen readers. */
  readonly languageLabel: string;
  /** Each by its own name and tag: 'Deutsch', 'de'. */
  readonly languages: readonly { readonly tag: string; readonly name: string }[];
  readonly language: string;
  readonly onLanguageChange: (tag: string) => void;
}

/** The foot of a page whose language can be changed. */
export function LanguageFooter(props: LanguageFooterProps) {
  const { text, links, languageLabel, languages, language, onLanguageChange } = props;
  return (
    <footer className={footerStyles['footer']}>
      <span>{text}</span>
      <span className={footerStyles['grow']} />
      {links.map(({ href, label }) => (
        <a className={footerStyles['link']} href={href} key={href}>
          {label}
        </a>
      ))}
      <select
        aria-label={languageLabel}
        className={styles['select']}
        onChange={(event) => onLanguageChange(event.target.value)}
        value={language}
      >
        {languages.map(({ tag, name }) => (
          <option key={tag} lang={tag} value={tag}>
            {name}
          </option>
        ))}
      </select>
    </footer>
  );
}
