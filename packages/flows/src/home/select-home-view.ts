import type { SnapshotFrom } from 'xstate';
import { offerOf } from './home-setup.ts';
import type { homeMachine } from './home.ts';
import type { HomeView, ScanRow } from './home-view.ts';

const TITLES = {
  determining: 'Determining Computer Security…',
  connecting: 'Connecting…',
  stillWorking: 'Still working…',
  takingLonger: "It's taking longer than expected. Thanks for your patience!",
  scanning: 'Scanning Computer…',
};

type Snapshot = SnapshotFrom<typeof homeMachine>;

/** What the home screen shows, from where the chart stands. */
export function selectHomeView(snapshot: Snapshot): HomeView {
  const { context } = snapshot;
  if (context.trouble !== null) return { phase: 'trouble', trouble: context.trouble, detail: context.troubleDetail };
  if (snapshot.hasTag('scanning')) return selectScan(snapshot);
  const { result } = context;
  if (result === null || snapshot.hasTag('connecting')) return selectWaiting(snapshot);
  if (snapshot.hasTag('passed')) {
    return {
      phase: 'passed',
      checks: result.securityChecks,
      isRedirecting: snapshot.hasTag('redirecting'),
      applicationName: context.start?.pending?.applicationName ?? null,
    };
  }
  return {
    phase: 'issues',
    checks: result.securityChecks,
    fixes: context.fixes,
    continueOffer: offerOf(context),
    isLive: true,
    isRemediationEnabled: context.start?.settings.user.isRemediationEnabled ?? false,
    isExtensionInstalled: true,
    asksDemoConsent: context.fixesToConfirm.length > 0,
  };
}

function selectWaiting(snapshot: Snapshot): HomeView {
  const isDetermining = !snapshot.matches('checking');
  const slow = snapshot.hasTag('taking-longer')
    ? 'takingLonger'
    : snapshot.hasTag('still-working')
      ? 'stillWorking'
      : null;
  const title = isDetermining ? TITLES.determining : TITLES[slow ?? 'connecting'];
  return { phase: isDetermining ? 'determining' : 'connecting', title, runningText: null, done: 0, total: 0, rows: [] };
}

function selectScan({ context }: Snapshot): HomeView {
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
