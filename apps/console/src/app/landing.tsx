import { Redirect } from 'wouter';
import { addressOfPage } from '../frame/navigation.ts';
import { useMe } from '../hooks/me-context.ts';
import { useOpenFirstSteps } from '../hooks/use-first-steps.ts';

/** Where one arrives: at what waits, at the next step of an administrator who is not through with them, else at people. */
export function Landing() {
  const { role } = useMe();
  if (role === 'support') return <Redirect replace to={addressOfPage('waiting')} />;
  return role === 'administrator' ? <AdministratorsLanding /> : <Redirect replace to={addressOfPage('people')} />;
}

function AdministratorsLanding() {
  const { stillOpen, isKnown } = useOpenFirstSteps();
  if (!isKnown) return null;
  return <Redirect replace to={addressOfPage(stillOpen === null ? 'people' : 'first-steps')} />;
}
