import { useNeed } from '../hooks/guard-context.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { SignInAgain } from './sign-in-again.tsx';

/** The window that asks for what a call waits for, over the page that made it. */
export function Needs() {
  const { need } = useNeed();
  if (need === 'sign-in') return <SignInAgain />;
  return need === 'proof' ? <ProofDialog /> : null;
}
