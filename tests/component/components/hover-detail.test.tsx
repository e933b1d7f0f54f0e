import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { HoverDetail } from '#src/components/table/cell.tsx';
import { renderScreen } from '../render-screen.tsx';

/** Lets the given ms pass. */
function pass(ms: number): Promise<unknown> {
  return act(() => vi.advanceTimersByTimeAsync(ms));
}

function isOpen(): boolean {
  const popover = document.querySelector('.ant-popover');
  return popover !== null && !/ant-popover-hidden|-leave/.test(popover.className);
}

test('§9 delays: a popover shows after 0 ms and hides after 50 ms', async () => {
  await renderScreen(<HoverDetail text="EAN" detail="8001234567890" />);
  const word = screen.getByRole('button');
  vi.useFakeTimers();
  fireEvent.mouseEnter(word);
  await pass(0);
  expect(isOpen()).toBe(true);
  fireEvent.mouseLeave(word);
  await pass(49);
  expect(isOpen()).toBe(true);
  await pass(1);
  expect(isOpen()).toBe(false);
});
