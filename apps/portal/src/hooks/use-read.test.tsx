// @vitest-environment jsdom
import type { Ports } from '@vestibule/flows';
import { act, cleanup, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PortsContext } from './ports-context.ts';
import { RouteContext } from './route-context.ts';
import { useRead, useReadBody } from './use-read.ts';

afterEach(cleanup);

let settle: (result: unknown) => void;
let call: ReturnType<typeof vi.fn>;
let goTo: ReturnType<typeof vi.fn>;
let ports: Ports;

beforeEach(() => {
  call = vi.fn(() => new Promise((resolve) => (settle = resolve)));
  goTo = vi.fn();
  ports = { server: { call }, page: { goTo } } as unknown as Ports;
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

function inRoute(isForAnybody: boolean) {
  return (
    <PortsContext value={ports}>
      <RouteContext value={{ path: '/device-check/download', isStatusPage: false, isForAnybody }}>
        <Phone />
      </RouteContext>
    </PortsContext>
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

const SIGNED_OUT = { kind: 'refused', status: 401, code: 'not_signed_in' };

test('a refusal is an answer, without a body, and is asked about again by the next screen', async () => {
  show();
  await answer(SIGNED_OUT);
  expect(texts()).toEqual(['refused –']);
  cleanup();
  show();
  expect(texts()).toEqual(['waiting –']);
  expect(call).toHaveBeenCalledTimes(2);
});

test.each([
  [SIGNED_OUT, '/session-expired'],
  [{ kind: 'refused', status: 403, code: 'account_disabled' }, '/user-blocked'],
  [{ kind: 'refused', status: 410, code: 'sign_in_expired' }, '/session-expired'],
])('[S8.001] %j leads to %s', async (refusal, path) => {
  render(inRoute(false));
  await answer(refusal);
  expect(new Set(goTo.mock.calls.flat())).toEqual(new Set([path]));
});

test.each([
  ['another refusal', false, { kind: 'refused', status: 404, code: 'not_found' }],
  ['no answer', false, { kind: 'unreachable' }],
  ['being signed out, on a page for anybody,', true, SIGNED_OUT],
])('%s leads nowhere', async (_, isForAnybody, result) => {
  render(inRoute(isForAnybody));
  await answer(result);
  expect(goTo).not.toHaveBeenCalled();
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

test('another server is asked again', async () => {
  show();
  await answer(phone('110'));
  cleanup();
  ports = { server: { call }, page: { goTo } } as unknown as Ports;
  show();
  expect(texts()).toEqual(['waiting –']);
});
