import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { changeLanguage } from '#src/providers/i18n.ts';
import { openAccountMenu } from '../../account-menu.ts';
import { network } from '../../network.ts';
import { eanField, heading, priceField, quantityField, renderProducts, scan } from '../../pages/sale/render-sale.tsx';
import { bread, newSaleServer, patient, saleHandlers } from '../../pages/sale/sale-server.ts';
import { renderPortal } from '../../render-portal.tsx';

test('§9 language: the switch keeps the screen, what is typed in it, and the step of a sale', async () => {
  const { user } = renderPortal('/ricerca-assistiti', { as: 'BUSINESS', handlers: saleHandlers(newSaleServer()) });
  const field = await screen.findByRole('textbox', { name: 'Codice fiscale' });
  await user.type(field, patient.fiscalCode);
  await openAccountMenu(user);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Lingua' }), 'en');
  await screen.findByRole('heading', { level: 1, name: 'Patient search' });
  expect(screen.getByRole('textbox', { name: 'Fiscal code' })).toBe(field);
  expect(field).toHaveValue(patient.fiscalCode);
  expect(window.location.pathname).toBe('/ricerca-assistiti');

  await user.type(field, '{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Patient' });
  await openAccountMenu(user);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'it');
  await heading('Anagrafica');
  expect(screen.getByText(patient.fiscalCode)).toBeVisible();
});

test('§9 language: the switch keeps the line of a sale that is being filled in', async () => {
  const user = await renderProducts(newSaleServer());
  await scan(user, bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  const [quantity, price] = [quantityField(), priceField()];
  await user.keyboard('3');
  await act(() => changeLanguage('en'));
  await screen.findByRole('heading', { level: 1, name: 'Products' });
  expect(screen.getByLabelText('Quantity')).toBe(quantity);
  expect(quantity).toHaveValue('3');
  expect(screen.getByLabelText('Unit price')).toBe(price);
  expect(price).toHaveValue('2,50');
  await act(() => changeLanguage('it'));
  await heading('Scarico Prodotti');
  expect(eanField()).toHaveValue(bread.ean1);
  expect(quantityField()).toHaveFocus();
});

test('§9 language: one whose texts do not come is not chosen, the user is told, and the next try asks again', async () => {
  const missing = http.get(`${window.location.origin}/locales/en/:file`, () => HttpResponse.error());
  const { user } = renderPortal('/support', { handlers: [missing] });
  const language = await screen.findByRole('combobox', { name: 'Lingua' });
  await user.selectOptions(language, 'en');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Non è stato possibile caricare i testi nella lingua scelta');
  expect(language).toHaveValue('it');
  expect(document.documentElement.lang).toBe('it');

  network.resetHandlers();
  await user.selectOptions(language, 'en');
  expect(await screen.findByRole('combobox', { name: 'Language' })).toHaveValue('en');
});
