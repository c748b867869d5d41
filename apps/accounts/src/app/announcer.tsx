import { useText } from '@vestibule/texts';
import { LiveRegion, Toast } from '@vestibule/ui';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { pageTexts } from '../screens/page/texts.ts';

interface Announcements {
  /** Says to a screen reader what everybody else sees on the page. */
  readonly announce: (sentence: string) => void;
  /** Says to everybody what was done. The page shows how things stand now: this is never the only place of it. */
  readonly tell: (sentence: string) => void;
}

const AnnouncerContext = createContext<Announcements | null>(null);

/** The one live region of these pages. It stays while the pages change, or nothing would be read out. */
export function Announcer({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const [spoken, setSpoken] = useState('');
  const [told, setTold] = useState<string | null>(null);
  const announcements = useMemo<Announcements>(
    () => ({
      announce: setSpoken,
      tell(sentence) {
        setSpoken(sentence);
        setTold(sentence);
      },
    }),
    [],
  );
  return (
    <AnnouncerContext value={announcements}>
      {children}
      {told !== null && (
        <section aria-label={text(pageTexts.done)}>
          <Toast
            closeLabel={text(pageTexts.close)}
            iconName={text(pageTexts.done)}
            key={told}
            onClose={() => setTold(null)}
            title={told}
          />
        </section>
      )}
      <LiveRegion text={spoken} />
    </AnnouncerContext>
  );
}

export function useAnnouncer(): Announcements {
  const announcements = useContext(AnnouncerContext);
  if (announcements === null) throw new Error('useAnnouncer needs an Announcer above it');
  return announcements;
}
