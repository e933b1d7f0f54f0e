import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { GlobalSpinner } from '#src/components/layout/app-layout.tsx';
import { beginLoading } from '#src/providers/loading/loading-store.ts';
import { renderScreen } from '../../render-screen.tsx';

test('§2 global spinner: shown while anything loads, gone when the last load has ended', async () => {
  await renderScreen(<GlobalSpinner />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  const ends: (() => void)[] = [];
  act(() => void ends.push(beginLoading(), beginLoading()));
  expect(screen.getByRole('status')).toHaveTextContent('Caricamento in corso…');
  act(() => ends[0]?.());
  expect(screen.getByRole('status')).toHaveTextContent('Caricamento in corso…');
  act(() => ends[1]?.());
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test("design §5 global spinner: a long wait says so and offers 'Annulla'", async () => {
  await renderScreen(<GlobalSpinner />);
  vi.useFakeTimers();
  const giveUp = vi.fn();
  const ends: (() => void)[] = [];
  act(() => void ends.push(beginLoading(giveUp), beginLoading()));
  await act(() => vi.advanceTimersByTimeAsync(4999));
  expect(screen.queryByRole('button')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByRole('status')).toHaveTextContent('il server tarda a rispondere');
  act(() => screen.getByRole('button', { name: 'Annulla' }).click());
  expect(giveUp).toHaveBeenCalledTimes(1);
  act(() => ends[0]?.());
  expect(screen.queryByRole('button')).toBeNull();
  act(() => ends[1]?.());
});
