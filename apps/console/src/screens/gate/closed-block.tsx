import type { ShownGate } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Block } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import { CommandLine } from '../../parts/command.tsx';
import { Mark } from '../../parts/icons.tsx';
import { gateTexts as texts } from './texts.ts';

/** What opening the gate does not open. */
export function ClosedBlock({ closed }: { readonly closed: ShownGate['staysClosed'] }) {
  const text = useText();
  if (closed.length === 0) return null;
  return (
    <Block title={text(texts.staysClosed)}>
      <p className={blocks['hint']}>{text(texts.staysClosedText)}</p>
      <ul className={blocks['items']}>
        {closed.map(({ application, open }) => (
          <li key={application}>
            <Mark name="lock" />
            <span>
              <b>{application}</b>
              {open === null ? <span>{text(texts.staysClosedElsewhere)}</span> : <CommandLine command={open} />}
            </span>
          </li>
        ))}
      </ul>
    </Block>
  );
}
