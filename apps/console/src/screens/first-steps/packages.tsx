import { adminFirstStepsCall, adminMakeExtensionCall, adminPackagesCall, type CallBody } from '@vestibule/contracts';
import { useI18n, useText } from '@vestibule/texts';
import { Button, ButtonLink, LazyModalDialog } from '@vestibule/ui';
import { useState } from 'react';
import { isAtLeast, useMe } from '../../hooks/me-context.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { ChangeDialog } from '../../parts/change-dialog.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { partTexts, systemTexts } from '../../parts/texts.ts';
import { PACKAGES_COMMANDS } from './commands.ts';
import styles from './first-steps.module.css';
import { packagesTexts as texts } from './texts.ts';

const BYTES_OF_MEGABYTE = 1_000_000;
type Found = CallBody<typeof adminPackagesCall>;

/** What is brought to computers: its button, and the windows behind it. */
export function Packages({ isNext }: { readonly isNext: boolean }) {
  const text = useText();
  const { tell } = useAnnouncer();
  const [open, setOpen] = useState<'list' | 'make' | null>(null);
  return (
    <>
      <Button kind={isNext ? 'primary' : 'secondary'} onPress={() => setOpen('list')}>
        {text(texts.get)}…
      </Button>
      {open === 'list' && <PackagesDialog onClose={() => setOpen(null)} onMake={() => setOpen('make')} />}
      {open === 'make' && (
        <ChangeDialog
          call={adminMakeExtensionCall}
          command={PACKAGES_COMMANDS.make()}
          confirm={text(texts.make)}
          input={{}}
          lead={text(texts.makeLead)}
          makesOld={[adminPackagesCall, adminFirstStepsCall]}
          onClose={() => setOpen('list')}
          onDone={() => {
            setOpen('list');
            tell(text(texts.made));
          }}
          title={text(texts.make)}
        />
      )}
    </>
  );
}

interface PackagesDialogProps {
  readonly onClose: () => void;
  readonly onMake: () => void;
}

function PackagesDialog({ onClose, onMake }: PackagesDialogProps) {
  const text = useText();
  const { data, error, refetch } = useAnswer(adminPackagesCall);
  return (
    <LazyModalDialog
      choices={<Button onPress={onClose}>{text(partTexts.close)}</Button>}
      closeLabel={text(partTexts.close)}
      isOpen
      onClose={onClose}
      title={text(texts.title)}
    >
      {data === undefined && error === null && <LoadingRows count={3} />}
      {data === undefined && error !== null && <NotLoaded onTryAgain={() => void refetch()} problem={error.problem} />}
      {data !== undefined && (
        <div className={styles['packages']}>
          <p>{text(texts.lead)}</p>
          <Clients found={data} />
          <Extension found={data} onMake={onMake} />
          {data.missing.length > 0 && (
            <section aria-label={text(texts.missing)}>
              <h3>{text(texts.missing)}</h3>
              <ul className={styles['missing']}>
                {data.missing.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </LazyModalDialog>
  );
}

function Clients({ found: { packages } }: { readonly found: Found }) {
  const text = useText();
  const { locale } = useI18n();
  const megabytes = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return (
    <section aria-label={text(texts.clients)}>
      <h3>{text(texts.clients)}</h3>
      {packages.length === 0 && <p>{text(texts.noClients)}</p>}
      <ul className={styles['files']}>
        {packages.map(({ file, system, bytes, href }) => (
          <li key={file}>
            <a download={file} href={href}>
              <bdi>{file}</bdi>
            </a>
            <span>
              {text(texts.size, {
                system: text(systemTexts[system]),
                size: megabytes.format(bytes / BYTES_OF_MEGABYTE),
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Extension({
  found: { extension, cannotMake },
  onMake,
}: Pick<PackagesDialogProps, 'onMake'> & { readonly found: Found }) {
  const text = useText();
  const { role } = useMe();
  const mayMake = cannotMake === null && isAtLeast(role, 'administrator');
  return (
    <section aria-label={text(texts.extension)}>
      <h3>{text(texts.extension)}</h3>
      <p>{extension === null ? text(texts.notMade) : text(texts.version, { version: extension.version })}</p>
      {cannotMake !== null && <p>{cannotMake}</p>}
      <div className={styles['files']}>
        {extension !== null && extension.href !== null && (
          <ButtonLink href={extension.href}>{text(texts.download)}</ButtonLink>
        )}
        {mayMake && (
          <Button kind={extension === null ? 'primary' : 'quiet'} onPress={onMake}>
            {text(extension === null ? texts.make : texts.makeAgain)}…
          </Button>
        )}
      </div>
    </section>
  );
}
