import { useText } from '@vestibule/texts';
import { SkipLink } from '@vestibule/ui';
import { shellTexts } from '@vestibule/web-shell';
import { type ReactNode, useMemo, useState } from 'react';
import { useNeed } from '../hooks/guard-context.ts';
import { MenuContext } from '../parts/menu-context.ts';
import { Strip } from '../parts/strip.tsx';
import { useTimes } from '../parts/use-times.ts';
import styles from './frame.module.css';
import { MenuSheet } from './menu-sheet.tsx';
import { SearchAndKeys } from './search/search-and-keys.tsx';
import { Sidebar } from './sidebar.tsx';
import { frameTexts as texts } from './texts.ts';

/** What stands around every page. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const openMenu = useMemo(() => () => setIsMenuOpen(true), []);
  return (
    <SearchAndKeys>
      <MenuContext value={openMenu}>
        <div className={styles['frame']}>
          <SkipLink label={text(shellTexts.skip)} target="main" />
          <div className={styles['side']}>
            <Sidebar />
          </div>
          <main className={styles['work']} id="main" tabIndex={-1}>
            <ConnectionStrip />
            {children}
          </main>
        </div>
        <MenuSheet isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} />
      </MenuContext>
    </SearchAndKeys>
  );
}

/** Since when no answer comes: what is shown stays, and says how old it is. */
function ConnectionStrip() {
  const text = useText();
  const times = useTimes();
  const { lostSince } = useNeed();
  if (lostSince === null) return null;
  return (
    <Strip isWarning mark="offline">
      <b>{text(texts.offline, { time: times.short(lostSince) })}</b> · {text(texts.offlineText)}
    </Strip>
  );
}
