import { useText } from '@vestibule/texts';
import { Collection } from 'react-aria-components/Collection';
import { Header } from 'react-aria-components/Header';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { GROUPS, type Hit } from './hits.ts';
import { HitRow, useHitName } from './hit-row.tsx';
import styles from './search-window.module.css';
import { searchTexts as texts } from './texts.ts';

const NAMES = {
  recent: texts.recent,
  caller: texts.caller,
  signIn: texts.signIn,
  people: texts.people,
  computers: texts.computers,
  applications: texts.applications,
  go: texts.go,
} as const satisfies { readonly [group in Hit['group']]: object };

export interface HitListProps {
  readonly hits: readonly Hit[];
  readonly onOpen: (hit: Hit) => void;
}

/** What was found, by its kind. The focus stays in the field; the arrows move a mark here. */
export function HitList({ hits, onOpen }: HitListProps) {
  const text = useText();
  const nameOf = useHitName();
  const keyed = hits.map((hit) => ({ id: `${hit.group} ${hit.to}`, hit }));
  const groups = GROUPS.map((group) => ({ group, lines: keyed.filter(({ hit }) => hit.group === group) })).filter(
    ({ lines }) => lines.length > 0,
  );
  return (
    <ListBox
      aria-label={text(texts.action)}
      className={styles['hits'] ?? ''}
      onAction={(key) => {
        const line = keyed.find(({ id }) => id === key);
        if (line !== undefined) onOpen(line.hit);
      }}
    >
      {groups.map(({ group, lines }) => (
        <ListBoxSection id={group} key={group}>
          <Header className={styles['group'] ?? ''}>{text(NAMES[group])}</Header>
          <Collection items={lines}>
            {({ id, hit }) => (
              <ListBoxItem className={styles['hit'] ?? ''} id={id} textValue={nameOf(hit)}>
                <HitRow hit={hit} />
              </ListBoxItem>
            )}
          </Collection>
        </ListBoxSection>
      ))}
    </ListBox>
  );
}
