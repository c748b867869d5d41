import { adminStatusCall, signOutCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, CompanyMark, VisuallyHidden } from '@vestibule/ui';
import { Fragment } from 'react';
import { Link, useLocation } from 'wouter';
import { useMe } from '../hooks/me-context.ts';
import { useOpenFirstSteps } from '../hooks/use-first-steps.ts';
import { usePorts } from '../hooks/ports-context.ts';
import { useAnswer } from '../hooks/use-answer.ts';
import { useCompany } from '../hooks/use-company.ts';
import { initialsOf } from '../parts/initials.ts';
import { Mark } from '../parts/icons.tsx';
import { roleTexts } from '../parts/texts.ts';
import { GateNow } from './gate-now.tsx';
import { addressOfPage, NAVIGATION } from './navigation.ts';
import { SearchButton } from './search/search-button.tsx';
import styles from './sidebar.module.css';
import { frameTexts as texts, navigationTexts } from './texts.ts';

const EVERY_MS = 30_000;

/** Where one can go, how the gate stands, and who is signed in. */
export function Sidebar({ onChoice }: { readonly onChoice?: () => void }) {
  const text = useText();
  const company = useCompany();
  const status = useAnswer(adminStatusCall, {}, { everyMs: EVERY_MS });
  const waiting = (status.data?.company?.devicesWaiting ?? 0) + (status.data?.company?.openAccessRequests ?? 0);
  return (
    <nav aria-label={text(navigationTexts.console)} className={styles['side']}>
      <Link className={styles['company']} href="/" onClick={onChoice}>
        <CompanyMark hidesName={false} logoUrl={company?.logoUrl ?? null} name={company?.companyName ?? ''} />
      </Link>
      <SearchButton />
      {NAVIGATION.map(({ label, entries }) => (
        <Fragment key={entries[0]?.page}>
          {label !== null && <div className={styles['group']}>{text(label)}</div>}
          {entries.map(({ page, label: name }) =>
            page === 'first-steps' ? (
              <FirstSteps key={page} onChoice={onChoice} />
            ) : (
              <Entry key={page} onChoice={onChoice} page={page}>
                {text(name)}
                {page === 'waiting' && waiting > 0 && (
                  <span className={styles['count']}>
                    <span aria-hidden="true">{waiting}</span>
                    <VisuallyHidden>{text(navigationTexts.waitingCount, { count: waiting })}</VisuallyHidden>
                  </span>
                )}
              </Entry>
            ),
          )}
        </Fragment>
      ))}
      <div className={styles['foot']}>
        <GateNow onChoice={onChoice} people={status.data?.company?.people ?? null} />
        <WhoIsHere />
      </div>
    </nav>
  );
}

interface EntryProps {
  readonly page: (typeof NAVIGATION)[number]['entries'][number]['page'];
  readonly onChoice: (() => void) | undefined;
  readonly children: React.ReactNode;
}

function Entry({ page, onChoice, children }: EntryProps) {
  const [path] = useLocation();
  const address = addressOfPage(page);
  const isHere = path === address || path.startsWith(`${address}/`);
  return (
    <Link
      className={styles['entry']}
      href={address}
      onClick={onChoice}
      {...(isHere && { 'aria-current': path === address ? 'page' : 'true' })}
    >
      <Mark name={page} />
      {children}
    </Link>
  );
}

/** Until they are done, or put away; Search has them after that. */
function FirstSteps({ onChoice }: Pick<EntryProps, 'onChoice'>) {
  const text = useText();
  const { stillOpen } = useOpenFirstSteps();
  if (stillOpen === null) return null;
  return (
    <Entry onChoice={onChoice} page="first-steps">
      {text(navigationTexts.firstSteps)}
      <span className={styles['far']}>{text(navigationTexts.firstStepsCount, stillOpen)}</span>
    </Entry>
  );
}

function WhoIsHere() {
  const text = useText();
  const me = useMe();
  const { server, browser } = usePorts();
  async function signOut() {
    const outcome = await server.ask(signOutCall);
    const to = outcome.ok ? outcome.body.continueTo : '';
    browser.goTo(to.startsWith('/') && !to.startsWith('//') ? to : '/online/');
  }
  return (
    <div className={styles['me']}>
      <span aria-hidden="true" className={styles['initials']}>
        {initialsOf(me.name)}
      </span>
      <span className={styles['name']}>
        <a href="/online/session-status" title={text(texts.account)}>
          {me.name}
        </a>
        {text(roleTexts[me.role])}
      </span>
      <Button className={styles['out']} kind="quiet" label={text(texts.signOut)} onPress={() => void signOut()}>
        <Mark name="sign-out" />
      </Button>
    </div>
  );
}
