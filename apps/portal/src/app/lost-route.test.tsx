// @vitest-environment jsdom
import { answered, createFakePorts, type FakePorts, refused, unreachable } from '@vestibule/flows/testing';
import { renderWithTexts } from '@vestibule/texts/testing';
import { screen } from '@testing-library/react';
import { Suspense } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { lazyRoute } from './lazy-route.ts';
import { reloadOnce } from './lost-route.tsx';
import { PortsContext } from '../hooks/ports-context.ts';
import { createPorts } from '../testing/open-page.tsx';

const PAGE = 'https://gate.example/device-check/assets/index-1.js';

describe('a page whose script did not come', () => {
  interface Loss {
    readonly answer: unknown;
    readonly page?: string;
    readonly ports?: FakePorts;
  }

  async function lose({ answer, page = PAGE, ports = createFakePorts() }: Loss) {
    ports.onCall('publicSupportInfo', () => answer);
    const reload = vi.fn();
    await reloadOnce(ports, page, reload);
    return { reload, ports };
  }

  test.each([answered({}), refused(404, 'not_found')])(
    'is loaded again once when the server answers: %j',
    async (answer) => {
      const { reload, ports } = await lose({ answer });
      expect(reload).toHaveBeenCalledTimes(1);
      expect((await lose({ answer, ports })).reload).not.toHaveBeenCalled();
      expect((await lose({ answer, ports, page: `${PAGE}?2` })).reload).toHaveBeenCalledTimes(1);
    },
  );

  test('is not over and over while servers give two versions in turn', async () => {
    const ports = createFakePorts();
    const losses = [];
    for (const page of [PAGE, `${PAGE}?2`, PAGE, `${PAGE}?2`, PAGE]) {
      losses.push((await lose({ answer: answered({}), ports, page })).reload.mock.calls.length);
    }
    expect(losses).toEqual([1, 1, 0, 0, 0]);
  });

  test('is not when no one answers', async () => {
    expect((await lose({ answer: unreachable })).reload).not.toHaveBeenCalled();
  });

  test('is not where nothing can be remembered: it would be for ever', async () => {
    const ports = createFakePorts();
    const forgetful = { ...ports, memory: { ...ports.memory, read: () => null } };
    expect((await lose({ answer: answered({}), ports: forgetful })).reload).not.toHaveBeenCalled();
  });
});

test('a screen whose script was lost says that the connection is broken, and comes with the next visit', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue(() => <h1>Download</h1>);
  const Route = lazyRoute(load);
  const ports = createPorts();
  ports.onCall('publicSupportInfo', () => unreachable);
  const visit = (isHere: boolean) => (
    <PortsContext value={ports}>
      <Suspense fallback="one moment">{isHere ? <Route /> : <h1>Home</h1>}</Suspense>
    </PortsContext>
  );
  const { rerender } = renderWithTexts(visit(true));
  expect(await screen.findByRole('heading', { name: "We're experiencing connection issues" })).toBeDefined();
  rerender(visit(false));
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeDefined();
  rerender(visit(true));
  expect(await screen.findByRole('heading', { name: 'Download' })).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
});
