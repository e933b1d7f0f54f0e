import { type Locator, type Page, expect } from '@playwright/test';
import type { FaultProxy } from '../proxy/fault-proxy.ts';

/** Something that the assistant presses when it can be pressed; the first of a list comes first. */
type Move = Locator;

interface Work {
  readonly proxy: FaultProxy;
  /** What is on the screen when the work is done. */
  readonly done: Locator;
  readonly moves: readonly Move[];
  /** Looks at what the screen says, after everything that was pressed. */
  readonly look: () => Promise<void>;
}

const FAULTY_PRESSES = 12;
const CALM_PRESSES = 12;
const PRESS_MS = 3000;

/** A press of what is just going away is none. */
async function press(move: Locator): Promise<void> {
  await move.click({ timeout: PRESS_MS }).catch(() => undefined);
}

/** Presses on until the work is done: first in the scenario, then, when that does not get there, without faults. */
export async function pressOn({ proxy, done, moves, look }: Work): Promise<void> {
  const anything = moves.reduce((all, move) => all.or(move), done).first();
  for (let count = 1; ; count += 1) {
    await expect(anything).toBeVisible();
    await look();
    if (await done.isVisible()) return;
    if (count > FAULTY_PRESSES) await proxy.hold(true);
    if (count > FAULTY_PRESSES + CALM_PRESSES) throw new Error('not done although nothing is in its way');
    for (const move of moves) {
      if (!(await move.isVisible())) continue;
      await press(move);
      break;
    }
  }
}

/** A button that can be pressed now: it is neither disabled nor at work. Its icon may have a name too. */
export function ready(within: Locator, name: string): Locator {
  return within
    .getByRole('button', { name: new RegExp(`(^| )${name}$`), disabled: false })
    .and(within.page().locator(':not(.ant-btn-loading)'));
}

/** The buttons of the yes/no dialog, 'Verifica esito' wherever it stands, and 'Riprova'. */
export function dialogMoves(page: Page): readonly Move[] {
  const dialog = page.getByRole('dialog');
  const hasSpentCommand = dialog.filter({ has: page.getByRole('button', { name: /Sì$/, disabled: true }) });
  return [
    ready(page.locator('body'), 'Verifica esito').first(),
    ready(dialog, 'Sì'),
    ready(hasSpentCommand, 'No'),
    ready(page.getByRole('main'), 'Riprova').first(),
  ];
}
