// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import { addressOf, goTo } from './go-to.ts';

test.each([
  ['/download', '/device-check/', '/device-check/download'],
  ['/download', '/device-check/support', '/device-check/download'],
  ['/download', '/device-check/v2', '/device-check/v2/download'],
  ['/download', '/device-check/v2/support', '/device-check/v2/download'],
  ['/', '/device-check/support', '/device-check/'],
  ['/', '/device-check/v2/support', '/device-check/v2'],
  ['/status', '/device-check/v2', '/device-check/v2/status'],
  ['/v2', '/device-check/download', '/device-check/v2'],
  ['/v2/session-expired', '/device-check/status', '/device-check/v2/session-expired'],
  ['/v2', '/device-check/v2/download', '/device-check/v2'],
  ['/v2x', '/device-check/v2', '/device-check/v2/v2x'],
])('[S1.031, S2.003] %s from %s leads to %s', (path, from, address) => {
  expect(addressOf(path, from)).toBe(address);
});

describe('the status page', () => {
  const here = () => `${location.pathname}${location.search}`;

  test.each(['', '/v2'])('is come back to from the pages that lead back by themselves, in the set %j', (set) => {
    for (const path of ['/service-error', '/compatibility']) {
      history.replaceState(null, '', `/device-check${set}/status?back=%2F`);
      goTo(path);
      expect(here()).toBe(`/device-check${set}${path}?back=%2F&from=status`);
      goTo('/service-error');
      goTo('/');
      expect(here()).toBe(`/device-check${set}/status?back=%2F`);
    }
  });

  test('is nothing to a page that a person leaves for home, or that other pages led to', () => {
    history.replaceState(null, '', '/device-check/compatibility?from=status');
    goTo('/', 'person');
    expect(here()).toBe('/device-check/');
    goTo('/compatibility');
    goTo('/');
    expect(here()).toBe('/device-check/');
  });

  test.each(['/status', '/my-status', '/service-error?from=status'])(
    '[S8.001, S8.023] %s leads to session expired of the second set',
    (path) => {
      history.replaceState(null, '', `/device-check${path}`);
      goTo('/session-expired');
      expect(here()).toBe('/device-check/v2/session-expired');
    },
  );
});

describe('the pages of a synthetic laptop', () => {
  test.each([
    ['/', '/device-check/try'],
    ['/download', '/device-check/try/download'],
    ['/v2/session-expired', '/device-check/try/session-expired'],
  ])('stay among themselves: %s', (path, wanted) => {
    expect(addressOf(path, '/device-check/try/support')).toBe(wanted);
  });

  test.each(['/try', '/try/download', '/v2/try'])('are not come to from others by %s', (path) => {
    expect(addressOf(path, '/device-check/support')).not.toMatch(/^\/device-check\/try/);
  });
});

describe('the history', () => {
  const MARKER = '5f0c9a7e-7b3f-4d4e-9d57-0d9d3d5f1a11';
  const here = () => `${location.pathname}${location.search}`;
  beforeEach(() => history.pushState(null, '', `/device-check/?login=${MARKER}`));

  test('keeps no page that led away by itself: going back does not lead into it', () => {
    const before = history.length;
    goTo('/download');
    goTo('/service-error');
    expect(history.length).toBe(before);
  });

  test('keeps the page from which a person went on', () => {
    const before = history.length;
    goTo('/download-start', 'person');
    expect(history.length).toBe(before + 1);
  });

  test('the sign-in that waits stays in the address, and nothing else of it', () => {
    history.replaceState(null, '', `/device-check/?login=${MARKER}&from=status&back=%2Fsession-status`);
    goTo('/service-error');
    expect(here()).toBe(`/device-check/service-error?login=${MARKER}&back=%2Fsession-status`);
    goTo('/');
    expect(here()).toBe(`/device-check/?login=${MARKER}&back=%2Fsession-status`);
  });
});
