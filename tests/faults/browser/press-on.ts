import { type Locator, type Page, expect } from '@playwright/test';
import type { FaultProxy } from '../proxy/fault-proxy.ts';
import { tryUntilDone } from '../scenarios/try-until-done.ts';

/** A button that the assistant presses. The first of a list takes precedence. */
type Move = Locator;

interface Work {
  readonly proxy: FaultProxy;
  /** What is visible when the work is done. */
  readonly done: Locator;
  readonly moves: readonly Move[];
  /** Checks what the screen says after each press. */
  readonly look: () => Promise<void>;
}

/** The number of presses with faults, and of those without. */
const PRESSES = 12;
const PRESS_MS = 3000;

/** The button may be disappearing, so a failed click is ignored. */
async function press(move: Locator): Promise<void> {
  await move.click({ timeout: PRESS_MS }).catch(() => undefined);
}

/** Presses until the work is done: first with faults, then without. */
export async function pressOn({ proxy, done, moves, look }: Work): Promise<void> {
  const anything = moves.reduce((all, move) => all.or(move), done).first();
  const pressOnce = async () => {
    await expect(anything).toBeVisible();
    await look();
    if (await done.isVisible()) return true;
    for (const move of moves) {
      if (!(await move.isVisible())) continue;
      await press(move);
      break;
    }
    return false;
  };
  await tryUntilDone(proxy, pressOnce, PRESSES);
}

/** A button that is neither disabled nor loading. The name of an icon may come before the text. */
export function ready(within: Locator, name: string): Locator {
  return within
    .getByRole('button', { name: new RegExp(`(^| )${name}(, .*| \\S+\\s€)?$`), disabled: false })
    .and(within.page().locator(':not(.ant-btn-loading)'));
}

/** The buttons of the yes/no dialog, 'Verifica esito' anywhere, and 'Riprova'. */
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
