import type { SnapshotFrom } from 'xstate';
import { offerOf, statusOf } from './home-decisions.ts';
import type { homeMachine } from './home.ts';
import type { Trouble } from '../trouble.ts';
import type { CheckingTitle, ContinueHint, ContinueOffer, HomePhase, HomeView, ScanRow } from './home-view.ts';

const TITLES = {
  determining: 'Determining Computer Security…',
  connecting: 'Connecting…',
  stillWorking: 'Still working…',
  takingLonger: "It's taking longer than expected. Thanks for your patience!",
  scanning: 'Scanning Computer…',
} as const satisfies { readonly [moment: string]: CheckingTitle };

type Snapshot = SnapshotFrom<typeof homeMachine>;

/** What the home screen shows, from where the chart stands. */
export function selectHomeView(snapshot: Snapshot): HomeView {
  const { context } = snapshot;
  return {
    pageName: context.visit.isStatusPage ? 'status' : 'home',
    resultStatus: statusOf(context),
    modal: context.modal,
    ...selectPhase(snapshot),
  };
}

function selectPhase(snapshot: Snapshot): HomePhase {
  const { context } = snapshot;
  const trouble = troubleIn(snapshot);
  if (trouble !== null) return { phase: 'trouble', trouble, detail: context.troubleDetail };
  if (snapshot.hasTag('scanning')) return selectScan(snapshot);
  const { result, start, visit } = context;
  if (result === null || snapshot.hasTag('connecting')) return selectWaiting(snapshot);
  const continueOffer = offerOf(context);
  const isQuickStart = start?.mode === 'quick-start';
  const common = {
    checks: result.securityChecks,
    disclaimer: result.disclaimer,
    continueOffer,
    hint: hintOf(continueOffer, isQuickStart, hasOpenRequired(snapshot)),
    listsPassed: visit.isStatusPage || isQuickStart,
  };
  if (snapshot.hasTag('passed')) {
    return {
      phase: 'passed',
      ...common,
      isRedirecting: snapshot.hasTag('redirecting'),
      applicationName: start?.pending?.applicationName ?? null,
    };
  }
  return {
    phase: 'issues',
    ...common,
    fixes: context.fixes,
    isLive: context.isLive,
    isRemediationEnabled: start?.settings.user.isRemediationEnabled ?? false,
    isExtensionInstalled: context.accountId === null,
    isManagementOffered: start?.online?.managedDeviceService !== null && start?.online !== null,
    asksDemoConsent: context.fixesToConfirm.length > 0,
  };
}

/** What is broken. Of a client that does not do its part, its keys and data know best why. */
function troubleIn(snapshot: Snapshot): Trouble | null {
  const { trouble, clientProblem, result, isServerAway } = snapshot.context;
  if (trouble !== null) return trouble === 'client-not-answering' ? (clientProblem ?? trouble) : trouble;
  if (result === null && clientProblem !== null) return clientProblem;
  if (!snapshot.hasTag('overdue')) return null;
  return isServerAway ? 'server-not-answering' : 'no-verdict';
}

function hasOpenRequired({ context }: Snapshot): boolean {
  const checks = context.result?.securityChecks ?? [];
  return checks.some(({ isPassed, isRequired, isSigninStopper }) => !isPassed && (isRequired || isSigninStopper));
}

function hintOf({ kind }: ContinueOffer, isQuickStart: boolean, isOpen: boolean): ContinueHint {
  switch (kind) {
    case 'absent':
      return null;
    case 'disabled':
      return 'fix-first';
    case 'automatic':
      return 'goes-on-soon';
    case 'enabled':
      if (!isQuickStart) return null;
      return isOpen ? 'fix-later' : 'complete-set-up';
  }
}

function selectWaiting(snapshot: Snapshot): HomePhase {
  const isDetermining = !snapshot.matches('checking');
  const slow = snapshot.hasTag('taking-longer')
    ? 'takingLonger'
    : snapshot.hasTag('still-working')
      ? 'stillWorking'
      : null;
  const title = isDetermining ? TITLES.determining : TITLES[slow ?? 'connecting'];
  return { phase: isDetermining ? 'determining' : 'connecting', title, runningText: null, done: 0, total: 0, rows: [] };
}

function selectScan({ context }: Snapshot): HomePhase {
  const checks = context.result?.securityChecks ?? [];
  const total = checks.length;
  const rows = checks.map((check, index): ScanRow => {
    const { checkType, checkMessage, scanText = checkMessage, state } = check;
    if (index > context.scanStep) return { checkType, text: scanText, state: 'waiting' };
    if (index === context.scanStep) return { checkType, text: scanText, state: 'scanning' };
    return { checkType, text: checkMessage, state: state === 'fixing' ? 'failed' : state };
  });
  const running = checks[Math.min(context.scanStep, total - 1)];
  const runningText =
    running === undefined ? null : `${Math.min(context.scanStep + 1, total)}/${total} ${running.checkMessage}`;
  return { phase: 'scanning', title: TITLES.scanning, runningText, done: context.scanStep, total, rows };
}
