import { afterEach, expect, test } from 'vitest';
import { focusScreen } from '#src/components/layout/focus-screen.ts';

afterEach(() => document.body.replaceChildren());

/** A screen whose heading comes late. */
async function headingComes(isElsewhere: boolean): Promise<void> {
  document.body.innerHTML = '<button></button><div><main tabindex="-1"></main></div>';
  const [button, container] = [document.querySelector('button'), document.querySelector('div')];
  const stop = focusScreen(container as HTMLElement);
  expect(document.querySelector('main')).toHaveFocus();
  if (isElsewhere) button?.focus();
  document.querySelector('main')?.append(document.createElement('h1'));
  // The observer is told in a microtask.
  await Promise.resolve();
  stop();
}

test('design §5 navigation: the focus goes to a heading that comes late', async () => {
  await headingComes(false);
  expect(document.querySelector('h1')).toHaveFocus();
});

test('design §5 navigation: whoever opened a menu before the heading came stays in it', async () => {
  await headingComes(true);
  expect(document.querySelector('button')).toHaveFocus();
});
