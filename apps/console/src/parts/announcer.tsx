import { useText } from '@vestibule/texts';
import { LiveRegion, Toast } from '@vestibule/ui';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import styles from './announcer.module.css';
import { partTexts } from './texts.ts';

interface Announcements {
  /** Says to everybody what was done. The page shows how things stand now: this is never the only place of it. */
  readonly tell: (sentence: string, undo?: ReactNode) => void;
}

const AnnouncerContext = createContext<Announcements | null>(null);

interface Told {
  readonly sentence: string;
  readonly undo: ReactNode;
  /** Tells two with the same words apart. */
  readonly number: number;
}

/** The one live region of these pages. It stays while the pages change, or nothing would be read out. */
export function Announcer({ children }: { readonly children: ReactNode }) {
  const text = useText();
  const [told, setTold] = useState<Told | null>(null);
  const announcements = useMemo<Announcements>(
    () => ({
      tell: (sentence, undo = null) => setTold((before) => ({ sentence, undo, number: (before?.number ?? 0) + 1 })),
    }),
    [],
  );
  return (
    <AnnouncerContext value={announcements}>
      {children}
      {told !== null && (
        <section aria-label={text(partTexts.done)} className={styles['told']}>
          <Toast
            closeLabel={text(partTexts.close)}
            iconName={text(partTexts.done)}
            key={told.number}
            onClose={() => setTold(null)}
            title={told.sentence}
          >
            {told.undo}
          </Toast>
        </section>
      )}
      <LiveRegion text={told?.sentence ?? ''} />
    </AnnouncerContext>
  );
}

export function useAnnouncer(): Announcements {
  const announcements = useContext(AnnouncerContext);
  if (announcements === null) throw new Error('useAnnouncer needs an Announcer above it');
  return announcements;
}
