import { OPERATING_SYSTEMS, type OperatingSystem } from '@vestibule/contracts';
import { ButtonLink } from '@vestibule/ui';
import { useText } from '@vestibule/texts';
import type { PageInfo } from '../page/page-info.ts';
import type { Article, Library, SystemHelp } from './articles/library-types.ts';
import { HelpCard, HelpPage, HelpSection, HelpText } from './help-page.tsx';
import styles from './help-page.module.css';
import { OtherSystem } from './other-system.tsx';
import { SystemSteps } from './system-steps.tsx';
import { helpTexts } from './texts.ts';

/** Names of products, the same in every language. */
const SYSTEM_NAMES: Readonly<Record<OperatingSystem, string>> = { windows: 'Windows', macos: 'macOS', linux: 'Linux' };

export interface ArticlePageProps {
  readonly header: PageInfo;
  readonly name: string;
  readonly article: Article;
  readonly library: Library;
  /** Of the computer the person sits at: its steps come first. */
  readonly system: OperatingSystem;
}

export function ArticlePage({ header, name, article, library, system }: ArticlePageProps) {
  const text = useText();
  const own = article.systems[system];
  const others = OPERATING_SYSTEMS.flatMap((other) => {
    const help = article.systems[other];
    return other === system || help === undefined ? [] : [{ other, help }];
  });
  return (
    <HelpPage article={name} header={header} lead={article.why} title={article.title}>
      {own !== undefined && (
        <HelpSection heading={text(helpTexts.stepsOn, { system: SYSTEM_NAMES[system] })}>
          <HelpCard isPadded>
            <SettingsLink settings={own.settings} />
            <SystemSteps help={own} level={3} />
          </HelpCard>
        </HelpSection>
      )}
      <HelpSection heading={text(helpTexts.next)}>
        {article.after !== undefined && <HelpText>{article.after}</HelpText>}
        <HelpText>{library.next}</HelpText>
      </HelpSection>
      <HelpSection heading={text(helpTexts.ifManaged)}>
        <HelpText>{article.managed ?? library.managed[system]}</HelpText>
      </HelpSection>
      {others.length > 0 && (
        <HelpSection heading={text(helpTexts.otherSystems)}>
          <HelpCard>
            {others.map(({ other, help }) => (
              <OtherSystem help={help} key={other} name={SYSTEM_NAMES[other]} />
            ))}
          </HelpCard>
        </HelpSection>
      )}
    </HelpPage>
  );
}

function SettingsLink({ settings }: { readonly settings: SystemHelp['settings'] }) {
  const text = useText();
  if (settings === undefined) return null;
  return (
    <div className={styles['settings']}>
      <ButtonLink href={settings.href}>{settings.label}</ButtonLink>
      <span className={styles['hint']}>{text(helpTexts.settingsHint)}</span>
    </div>
  );
}
