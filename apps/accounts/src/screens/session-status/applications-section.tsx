import type { MySession } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { webAddress } from '../../app/continue-to.ts';
import styles from './applications-section.module.css';
import { PaddedCard, Section } from './section.tsx';
import { statusTexts as texts } from './texts.ts';

/** The launch pad. */
export function ApplicationsSection({ applications }: Pick<MySession, 'applications'>) {
  const text = useText();
  const tiles = applications.flatMap(({ id, name, startUrl }) => {
    const address = webAddress(startUrl);
    return address === null ? [] : [{ id, name, address }];
  });
  return (
    <Section heading={text(texts.applications)}>
      {tiles.length === 0 ? (
        <PaddedCard>
          <div className={styles['empty']}>
            <p className={styles['emptyTitle']}>{text(texts.applicationsEmpty)}</p>
            <p className={styles['emptyText']}>{text(texts.applicationsEmptyText)}</p>
          </div>
        </PaddedCard>
      ) : (
        <ul className={styles['tiles']}>
          {tiles.map(({ id, name, address }) => (
            <li key={id}>
              <a className={styles['tile']} href={address}>
                <span aria-hidden="true" className={styles['letter']}>
                  {firstLetter(name)}
                </span>
                <span className={styles['name']}>{name}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function firstLetter(name: string): string {
  return Array.from(name.trim())[0]?.toLocaleUpperCase() ?? '';
}
