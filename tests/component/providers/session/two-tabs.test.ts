import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { isHelpKeyOn, switchHelpKey, useIsHelpKeyOn } from '#src/components/palette/overlay-store.ts';
import { chooseAppearance, useAppearance } from '#src/components/theme/appearance.ts';
import { changeLanguage } from '#src/providers/i18n.ts';
import { lastStore } from '#src/providers/session/selected-store.ts';
import { browserStore, useBrowserText } from '#src/providers/session/storage.ts';
import { LAST_CALL, readNote, writeNote } from '#src/providers/session/tab-sync.ts';

/** Another tab stores something. The browser tells this one a moment later. */
function storeElsewhere(name: string, text: string, isTold = true): void {
  localStorage.setItem(name, text);
  if (isTold) act(() => void window.dispatchEvent(new StorageEvent('storage', { key: name, newValue: text })));
}

test('design §2 two tabs: the last choices of a store are added to what another tab has stored', () => {
  lastStore('luca', 1).write(11);
  storeElsewhere(
    'lastStores',
    JSON.stringify([
      { of: 'marta 2', storeId: 22 },
      { of: 'luca 1', storeId: 11 },
    ]),
    false,
  );
  lastStore('luca', 1).write(12);
  expect([lastStore('luca', 1).read(), lastStore('marta', 2).read()]).toEqual([12, 22]);
});

test('design §2 two tabs: theme and height of the rows follow each other, and keep the other choice', () => {
  storeElsewhere('density', 'compact');
  chooseAppearance('theme', 'dark');
  expect(useAppearance.getState()).toMatchObject({ theme: 'dark', density: 'compact' });
  expect([localStorage.getItem('theme'), localStorage.getItem('density')]).toEqual(['dark', 'compact']);
});

test('design §2 two tabs: the help key follows the other tab', () => {
  const { result } = renderHook(useIsHelpKeyOn);
  storeElsewhere('helpKey', 'off');
  expect([result.current, isHelpKeyOn()]).toEqual([false, false]);
  act(() => switchHelpKey(true));
  expect([result.current, localStorage.getItem('helpKey')]).toEqual([true, null]);
});

test('design §2 two tabs: the paper of receipts follows the other tab', () => {
  const { result } = renderHook(() => useBrowserText('receiptPaper'));
  act(() => browserStore.write('receiptPaper', 'ROLL'));
  expect(result.current).toBe('ROLL');
  storeElsewhere('receiptPaper', 'ROLL_58');
  expect(result.current).toBe('ROLL_58');
});

test('design §2 two tabs: a page that shows another language leaves the choice of the other tab', async () => {
  storeElsewhere('language', 'en');
  await changeLanguage('it');
  expect(localStorage.getItem('language')).toBe('en');
});

test('rules §3 two tabs: the time of the last call never goes back', () => {
  writeNote(LAST_CALL, 2000);
  writeNote(LAST_CALL, 1000);
  expect(readNote(LAST_CALL)).toBe(2000);
});

test('design §2 two tabs: what this page could not store gives way to what another tab could', () => {
  const { result } = renderHook(() => useBrowserText('receiptPaper'));
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  act(() => browserStore.write('receiptPaper', 'ROLL'));
  full.mockRestore();
  expect(result.current).toBe('ROLL');
  storeElsewhere('receiptPaper', 'A4');
  expect(result.current).toBe('A4');
});
