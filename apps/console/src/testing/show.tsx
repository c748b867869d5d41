import { inEnglish } from '@vestibule/web-shell/testing';
import { render } from '@testing-library/react';
import { memoryLocation } from 'wouter/memory-location';
import { Console } from '../app/console.tsx';
import { createQueryClient } from '../hooks/use-answer.ts';
import { createFakePorts, type FakeAnswer } from './fake-ports.ts';
import { around } from './samples.ts';

/** Opens a page of the console, with English texts, against a server that is not there. @param answers before the usual ones */
export function show(address: string, answers: readonly FakeAnswer[] = []) {
  const ports = createFakePorts(address, [...answers, ...around]);
  const place = memoryLocation({ path: address, record: true });
  const queries = createQueryClient(false);
  const view = render(
    inEnglish(
      <Console place={{ hook: place.hook, searchHook: place.searchHook }} ports={ports} queries={queries} />,
      [],
    ),
  );
  return { ...ports, ...view, queries, place };
}
