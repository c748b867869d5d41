import { useText } from '@vestibule/texts';
import chart from './chart.module.css';
import type { OneSignIn } from './one-sign-in.ts';
import styles from './story.module.css';
import { storyTexts as texts } from './texts.ts';
import { useSeconds } from './use-seconds.ts';

/** Who needed how long: the gate, the person, and fixes. */
export function StoryParts({ milliseconds }: Pick<OneSignIn, 'milliseconds'>) {
  const text = useText();
  const seconds = useSeconds();
  const { gate, person, fix } = milliseconds;
  const whole = gate + person + fix;
  if (whole === 0) return null;
  const parts = [
    { name: texts.gate, length: gate, look: styles['gate'], begins: 0 },
    { name: texts.person, length: person, look: styles['person'], begins: gate },
    { name: texts.fix, length: fix, look: styles['fix'], begins: gate + person },
  ];
  return (
    <div className={styles['parts']}>
      <svg
        aria-label={text(texts.parts, { gate: seconds(gate), person: seconds(person), fix: seconds(fix) })}
        className={styles['split']}
        preserveAspectRatio="none"
        role="img"
        viewBox={`0 0 ${whole} 1`}
      >
        {parts.map(({ name, length, look, begins }) => (
          <rect className={look} height="1" key={name.id} width={length} x={begins} />
        ))}
      </svg>
      <ul aria-hidden="true" className={chart['legend']}>
        {parts.map(({ name, length, look }) => (
          <li key={name.id}>
            <svg height="10" width="10">
              <rect className={look} height="10" rx="2" width="10" />
            </svg>
            {text(name)} {seconds(length)}
          </li>
        ))}
      </ul>
    </div>
  );
}
