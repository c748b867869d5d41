import { lazyPart } from '@vestibule/ui';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { usePlainPorts } from '../../hooks/ports-context.ts';
import { SearchContext } from '../../parts/search-context.ts';
import type { Hit } from './hits.ts';
import { useKeys } from './use-keys.ts';
import { useTypedAhead } from './use-typed-ahead.ts';

const SearchWindow = lazyPart(async () => (await import('./search-window.tsx')).SearchWindow);
const KeysDialog = lazyPart(async () => (await import('./keys-dialog.tsx')).KeysDialog);

const RECENT = 5;
const SINGLE_KEYS = 'console-single-keys';

/** The windows that keys open on every page. */
export function SearchAndKeys({ children }: { readonly children: ReactNode }) {
  const { browser } = usePlainPorts();
  const [shown, setShown] = useState<'search' | 'keys' | null>(null);
  const [recent, setRecent] = useState<readonly Hit[]>([]);
  const [areSingleOn, setAreSingleOn] = useState(() => browser.recall(SINGLE_KEYS) !== 'off');
  const [typed, setTyped] = useState('');
  const openSearch = useCallback(() => {
    setTyped('');
    setShown('search');
  }, []);
  const openKeys = useCallback(() => setShown('keys'), []);
  const close = useCallback(() => setShown(null), []);
  useKeys({ areSingleOn, onSearch: openSearch, onKeys: openKeys });
  useTypedAhead(shown === 'search', setTyped);
  return (
    <SearchContext value={openSearch}>
      {children}
      <Suspense>
        {shown === 'search' && (
          <SearchWindow
            onClose={close}
            onOpened={(hit) => setRecent((before) => withRecent(before, hit))}
            recent={recent}
            onType={setTyped}
            typed={typed}
          />
        )}
        {shown === 'keys' && (
          <KeysDialog
            areSingleOn={areSingleOn}
            onClose={close}
            onSwitch={(areOn) => {
              browser.remember(SINGLE_KEYS, areOn ? 'on' : 'off');
              setAreSingleOn(areOn);
            }}
          />
        )}
      </Suspense>
    </SearchContext>
  );
}

/** People and computers that were opened, the newest first; pages are listed anyway. */
function withRecent(before: readonly Hit[], hit: Hit): readonly Hit[] {
  if (hit.group === 'go') return before;
  return [{ ...hit, group: 'recent' as const }, ...before.filter(({ to }) => to !== hit.to)].slice(0, RECENT);
}
