import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';

/** The dialog with this title, once it is visible. */
export async function dialogTitled(title: string): Promise<HTMLElement> {
  const dialog = await screen.findByRole('dialog', { name: title });
  await waitFor(() => expect(dialog).toBeVisible());
  return dialog;
}

/** A button of the open dialog. */
export async function dialogButton(name: string): Promise<HTMLElement> {
  return within(await screen.findByRole('dialog')).findByRole('button', { name });
}
