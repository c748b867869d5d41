import { ACCOUNT_PATHS, signInProgressCall, signOutCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useCallback, useEffect } from 'react';
import { markerOf, readArrival, withMarker } from '../../app/arrival.ts';
import { usePorts } from '../../app/ports-context.ts';
import { useAnswer } from '../../app/use-answer.ts';
import { useLeave } from '../../app/use-leave.ts';
import { useLookAgain } from '../../app/use-look-again.ts';
import { usePlace } from '../../app/use-place.ts';
import { useTask } from '../../app/use-task.ts';
import { EnrollSteps } from '../factors/enroll-steps.tsx';
import { GiveFactorStep } from '../factors/give-factor-step.tsx';
import { giveTexts } from '../factors/texts.ts';
import { AccountsPage } from '../page/accounts-page.tsx';
import { ProblemScreen } from '../page/problem-screen.tsx';
import { secondFactorTexts as texts } from './texts.ts';

/** The password was right, or the company's own sign-in: what comes before the person is in. */
export function SecondFactorScreen() {
  const text = useText();
  const leave = useLeave();
  const arrival = readArrival(usePlace().search);
  const marker = markerOf(arrival);
  const { loginMarker } = arrival;
  const { server } = usePorts();
  const [progress, ask] = useAnswer(signInProgressCall, { query: marker });
  const doneAt = progress.state === 'ready' && progress.body.secondFactor === null ? progress.body.continueTo : null;

  useEffect(() => {
    if (doneAt !== null) leave(doneAt);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the page is left once for each answer
  }, [doneAt]);

  // Given in another tab meanwhile: this one goes on with its own sign-in.
  const look = useCallback(async () => {
    const outcome = await server.ask(signInProgressCall, { query: markerOf({ loginMarker }) });
    if (outcome.ok && outcome.body.secondFactor === null) await ask();
  }, [server, loginMarker, ask]);
  useLookAgain(look);

  if (progress.state === 'problem') return <ProblemScreen onTryAgain={() => void ask()} problem={progress.problem} />;
  if (progress.state === 'loading' || progress.body.secondFactor === null) {
    return <AccountsPage title={text(giveTexts.title)}>{null}</AccountsPage>;
  }
  const { userDisplayName, secondFactor } = progress.body;
  const otherWay = <SomeoneElse address={withMarker(ACCOUNT_PATHS.signIn, arrival)} />;
  return secondFactor.mustEnroll ? (
    <EnrollSteps marker={marker} methods={secondFactor.methods} name={userDisplayName} otherWay={otherWay} />
  ) : (
    <GiveFactorStep marker={marker} methods={secondFactor.methods} onGiven={leave} otherWay={otherWay} />
  );
}

/** Ends what was begun, so that no one who comes after finds half a sign-in. */
function SomeoneElse({ address }: { readonly address: string }) {
  const text = useText();
  const { server, navigation } = usePorts();
  const { isBusy, run } = useTask();

  function begin() {
    void run(
      () => server.ask(signOutCall),
      () => {
        navigation.goTo(address);
        return 'leaving' as const;
      },
    );
  }

  return (
    <Button isBusy={isBusy} kind="quiet" onPress={begin}>
      {text(texts.someoneElse)}
    </Button>
  );
}
