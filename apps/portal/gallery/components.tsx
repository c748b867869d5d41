import {
  Button,
  CheckList,
  CheckRow,
  DeadlinePill,
  Doorway,
  type DoorwayState,
  Evidence,
  Notice,
  type NoticeKind,
  Page,
  PasswordField,
  SkeletonRows,
  SupportCode,
  Tag,
  TextField,
  VERDICTS,
} from '@vestibule/ui';
import { useState } from 'react';
import styles from './components.module.css';

const DOORWAYS: readonly DoorwayState[] = ['checking', 'stop', 'warn', 'blocked', 'time', 'connection', 'none', 'ok'];
const NOTICES: readonly NoticeKind[] = ['stop', 'warn', 'busy', 'ok', 'none'];

/** Every component that the home states do not show by themselves. */
export function Components() {
  const [login, setLogin] = useState('nadia@alderbrook.example');
  const [password, setPassword] = useState('');
  return (
    <Page footer={null} header={null} skipLabel="Skip to main content">
      <div className={styles['column']}>
        <h1>Components</h1>
        <CheckList heading="Check row, every verdict">
          {VERDICTS.map((verdict) => (
            <CheckRow
              description="A firewall keeps other devices on the same network out of this computer."
              evidence={<Evidence entries={[{ label: 'Found', value: 'Off', kind: 'found' }]} label="What we found" />}
              key={verdict}
              tags={verdict === 'stopper' && <Tag kind="stop">Sign-in stopper</Tag>}
              title={`Firewall, ${verdict}`}
              verdict={verdict}
              verdictName={verdict}
            />
          ))}
        </CheckList>
        <div className={styles['line']}>
          {DOORWAYS.map((state) => (
            <Doorway key={state} progress={0.64} state={state} />
          ))}
        </div>
        <div className={styles['line']}>
          <Button kind="primary">Continue</Button>
          <Button>Help me fix it</Button>
          <Button kind="quiet">Not now</Button>
          <Button isDisabled kind="primary">
            Continue
          </Button>
          <Button isBusy kind="primary">
            Try again
          </Button>
        </div>
        <div className={styles['line']}>
          <DeadlinePill daysLeft={40} text="Required from 31 December" />
          <DeadlinePill daysLeft={9} text="Required from 30 November" />
          <DeadlinePill daysLeft={1} text="Required from tomorrow" />
          <Tag kind="ok">Fixed</Tag>
          <SupportCode code="7KQ-42M" copiedLabel="Copied" copyLabel="Copy support code" label="Support code" />
        </div>
        {NOTICES.map((kind) => (
          <Notice iconName={kind} key={kind} kind={kind} title="Critical security check(s) failed">
            One sentence that says what it means.
          </Notice>
        ))}
        <TextField label="Login" name="login" onChange={setLogin} value={login} />
        <PasswordField
          error="The login or the password is wrong."
          hideLabel="Hide password"
          label="Password"
          name="password"
          onChange={setPassword}
          showLabel="Show password"
          value={password}
        />
        <SkeletonRows count={2} />
      </div>
    </Page>
  );
}
