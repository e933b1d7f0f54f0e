import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';

/** The dialog with this title, once it is visible. */
export async function dialogTitled(title: string): Promise<HTMLElement> {
  const dialog = await screen.findByRole('dialog', { name: title });
  await waitFor(() => expect(dialog).toBeVisible());
  return dialog;
}

/** A button of the open dialog, by its first word: 'Sì' is also 'Sì, conferma 5,00 €'. */
export async function dialogButton(name: string): Promise<HTMLElement> {
  const dialog = within(await screen.findByRole('dialog'));
  return dialog.findByRole('button', {
    name: (shown) => shown === name || (/^[, ]/.test(shown.slice(name.length)) && shown.startsWith(name)),
  });
}
