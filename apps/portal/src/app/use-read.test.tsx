// @vitest-environment jsdom
import type { Ports } from '@vestibule/flows';
import { act, cleanup, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PortsContext } from './ports-context.tsx';
import { useRead, useReadBody } from './use-read.ts';

afterEach(cleanup);

let settle: (result: unknown) => void;
let call: ReturnType<typeof vi.fn>;
let ports: Ports;

beforeEach(() => {
  call = vi.fn(() => new Promise((resolve) => (settle = resolve)));
  ports = { server: { call } } as unknown as Ports;
});

const answer = async (result: unknown) => {
  settle(result);
  await act(() => Promise.resolve());
};
const phone = (number: string) => ({ kind: 'answer', status: 200, body: { phone: number } });

function Phone() {
  const result = useRead('supportPhone', {});
  const body = useReadBody('supportPhone', {});
  return <p>{`${result?.kind ?? 'waiting'} ${body?.phone ?? '–'}`}</p>;
}

function show(count = 1) {
  return render(
    <StrictMode>
      <PortsContext value={ports}>
        {Array.from({ length: count }, (_, key) => (
          <Phone key={key} />
        ))}
      </PortsContext>
    </StrictMode>,
  );
}

const texts = () => screen.getAllByText(/./).map(({ textContent }) => textContent);

test('is nothing before the answer, and the answer after', async () => {
  show();
  expect(texts()).toEqual(['waiting –']);
  await answer(phone('110'));
  expect(texts()).toEqual(['answer 110']);
});

test('is asked once, however many look', async () => {
  show(3);
  await answer(phone('110'));
  expect(texts()).toEqual(['answer 110', 'answer 110', 'answer 110']);
  expect(call.mock.calls).toEqual([['supportPhone', {}]]);
});

test('a later screen has the answer at once', async () => {
  show();
  await answer(phone('110'));
  cleanup();
  show();
  expect(texts()).toEqual(['answer 110']);
  expect(call).toHaveBeenCalledTimes(1);
});

test('a refusal is an answer, without a body', async () => {
  show();
  await answer({ kind: 'refused', status: 401, code: 'not_signed_in' });
  expect(texts()).toEqual(['refused –']);
  cleanup();
  show();
  expect(call).toHaveBeenCalledTimes(1);
});

test('what never came is asked for again by the next screen', async () => {
  show();
  await answer({ kind: 'unreachable' });
  expect(texts()).toEqual(['unreachable –']);
  cleanup();
  show();
  expect(call).toHaveBeenCalledTimes(2);
  await answer(phone('112'));
  expect(texts()).toEqual(['answer 112']);
});

test('nothing is asked without an input', async () => {
  function Silent() {
    return <p>{useRead('supportPhone', null)?.kind ?? 'nothing'}</p>;
  }
  render(
    <PortsContext value={ports}>
      <Silent />
    </PortsContext>,
  );
  expect(texts()).toEqual(['nothing']);
  expect(call).not.toHaveBeenCalled();
});

test('another server is asked anew', async () => {
  show();
  await answer(phone('110'));
  cleanup();
  ports = { server: { call } } as unknown as Ports;
  show();
  expect(texts()).toEqual(['waiting –']);
});
