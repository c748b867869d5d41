import type { SnapshotFrom } from 'xstate';
import { hasPassed, isAnsweredBefore, offerOf, statusOf } from './home-decisions.ts';
import type { homeMachine } from './home.ts';
import { type Trouble, withClock } from '../trouble.ts';
import { demoConsentFor } from '../fix/fix-steps.ts';
import type { Modal } from '../modals/modals-types.ts';
import type { HomeContext } from './home-context.ts';
import {
  type CheckingTitle,
  type ContinueHint,
  type ContinueOffer,
  type HomePhase,
  type HomeView,
  type HomeWords,
  IN_ENGLISH,
  type ScanRow,
} from './home-view.ts';

const TITLES = {
  determining: 'Determining Computer Security…',
  connecting: 'Connecting…',
  stillWorking: 'Still working…',
  takingLonger: "It's taking longer than expected. Thanks for your patience!",
  scanning: 'Scanning Computer…',
} as const satisfies { readonly [moment: string]: CheckingTitle };

type Snapshot = SnapshotFrom<typeof homeMachine>;

/** What the home screen shows, from where the chart stands, in the words of the page. */
export function selectHomeView(snapshot: Snapshot, words: HomeWords = IN_ENGLISH): HomeView {
  const { context } = snapshot;
  const phase = selectPhase(snapshot, words);
  return {
    pageName: context.visit.isStatusPage ? 'status' : 'home',
    resultStatus: statusOf(context),
    modal: snapshot.hasTag('scanning') && isUnaskedOffer(context.modal) ? null : context.modal,
    ...phase,
  };
}

/** An offer that opens by itself waits until the list of what was found is shown. */
function isUnaskedOffer(modal: Modal | null): boolean {
  return modal?.kind === 'device-management' && modal.step === 'offering';
}

function selectPhase(snapshot: Snapshot, words: HomeWords): HomePhase {
  const { context } = snapshot;
  const trouble = troubleIn(snapshot);
  if (trouble !== null) {
    const clockOffsetMs = trouble === 'clock-wrong' ? context.ports.server.clockOffsetMs() : null;
    const detail = context.troubleDetail === null ? null : words.sentence(context.troubleDetail);
    const isSecondStep = context.start?.pending?.isSecondStep === true;
    return { phase: 'trouble', trouble, detail, clockOffsetMs, ...(isSecondStep ? { isSecondStep } : {}) };
  }
  if (snapshot.hasTag('scanning')) return selectScan(snapshot, words);
  const { result, start, visit } = context;
  if (result === null || snapshot.hasTag('connecting')) return selectWaiting(snapshot);
  const continueOffer = offerOf(context);
  const isRedirecting = snapshot.hasTag('redirecting') && mayContinue(continueOffer);
  // Also a response of this page that nothing came of: no one goes on by itself any more.
  const isAgain = !isRedirecting && isAnsweredBefore(context);
  const isQuickStart = start?.mode === 'quick-start';
  const common = {
    checks: result.securityChecks.map(words.check),
    disclaimer: result.disclaimer,
    continueOffer,
    hint: isAgain ? ('answered-before' as const) : hintOf(continueOffer, isQuickStart, hasOpenRequired(snapshot)),
    isRedirecting,
    listsPassed: visit.isStatusPage || isQuickStart,
    applicationName: start?.pending?.applicationName ?? null,
    ...(isAgain && { startUrl: start?.pending?.startUrl ?? null }),
  };
  if (hasPassed(result)) return { phase: 'passed', ...common };
  return {
    phase: 'issues',
    ...common,
    fixes: inWords(context.fixes, words),
    isLive: context.isLive,
    isServerAway: context.isServerAway,
    isRemediationEnabled: start?.settings.user.isRemediationEnabled ?? false,
    isExtensionInstalled: context.accountId === null,
    isManagementOffered: start?.online?.managedDeviceService !== null && start?.online !== null,
    demoConsent: context.fixesToConfirm.length === 0 ? null : demoConsentFor(context.fixesToConfirm),
  };
}

function troubleIn(snapshot: Snapshot): Trouble | null {
  const trouble = ownTroubleIn(snapshot);
  return trouble === null ? null : withClock(trouble, snapshot.context.ports.server.clockOffsetMs());
}

/** What is broken. Of a client that does not do its part, its keys and data know best why. */
function ownTroubleIn(snapshot: Snapshot): Trouble | null {
  const { trouble, clientProblem, result, isServerAway, leaveTrouble } = snapshot.context;
  if (snapshot.hasTag('no-leave')) return leaveTrouble ?? 'no-leave';
  if (trouble !== null) return trouble === 'client-not-answering' ? (clientProblem ?? trouble) : trouble;
  if (result === null && clientProblem !== null) return clientProblem;
  if (!snapshot.hasTag('overdue')) return null;
  return isServerAway ? 'server-not-answering' : 'no-verdict';
}

function inWords(fixes: HomeContext['fixes'], { sentence }: HomeWords): HomeContext['fixes'] {
  const said = Object.entries(fixes).map(([type, fix]) => {
    if (fix.kind === 'running') return [type, fix.text === undefined ? fix : { ...fix, text: sentence(fix.text) }];
    const { detail, undo } = fix.outcome;
    const outcome = {
      ...fix.outcome,
      ...(detail === undefined ? {} : { detail: sentence(detail) }),
      ...(undo === undefined ? {} : { undo: sentence(undo) }),
    };
    return [type, { ...fix, outcome }];
  });
  return Object.fromEntries(said) as HomeContext['fixes'];
}

function mayContinue({ kind }: ContinueOffer): boolean {
  return kind === 'enabled' || kind === 'automatic';
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

function selectScan({ context }: Snapshot, words: HomeWords): HomePhase {
  const checks = (context.result?.securityChecks ?? []).map(words.check);
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
