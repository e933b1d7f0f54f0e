import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import type { HttpHandler } from 'msw';
import { type ReactNode, useEffect } from 'react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { cart } from '#contract/calls/carts.ts';
import { patient as patientRow } from '#contract/entities/patient.ts';
import { Overlays } from '#src/components/palette/overlays.tsx';
import { ScanListener } from '#src/components/scan/scan-listener.tsx';
import { Component as PatientSearchPage } from '#src/pages/sale/patient-search.tsx';
import { type Sale, useSaleOpening } from '#src/providers/session/sale-store.ts';
import { Component as SalePage } from '#src/pages/sale/index.tsx';
import { renderScreen } from '../../render-screen.tsx';
import { type SaleServer, TEXTS, patient, residualOf, saleHandlers, store } from './sale-server.ts';

/** jsdom has no animations whose end a dialog could wait for. */
const STILL = { token: { motion: false } };

/** The search and the sale on their routes, and what else a test needs. */
export function SaleScreens({ children }: { readonly children?: ReactNode }) {
  return (
    <ConfigProvider theme={STILL}>
      <ScanListener />
      <Overlays />
      <Routes>
        <Route path="/ricerca-assistiti">
          <Route index element={<PatientSearchPage />} />
          <Route path="vendita/*" element={<SalePage />} />
        </Route>
        {children}
      </Routes>
    </ConfigProvider>
  );
}

function OpenSale({ sale }: { readonly sale: Sale }) {
  const openSale = useSaleOpening();
  useEffect(() => openSale(sale), [openSale, sale]);
  return null;
}

/** The browser's own buttons. */
function History() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
      <button type="button" onClick={() => void navigate(1)}>
        Forward
      </button>
    </>
  );
}

/** The screens on the server of the sale, with the browser's buttons; handlers of the test itself come before the server's. */
export async function renderSearch(
  server: SaleServer,
  handlers: readonly HttpHandler[] = [],
  path = '/ricerca-assistiti',
) {
  const screens = (
    <>
      <History />
      <SaleScreens />
    </>
  );
  const rendered = await renderScreen(screens, {
    as: 'BUSINESS',
    path,
    texts: TEXTS,
    handlers: [...handlers, ...saleHandlers(server)],
  });
  await screen.findByRole('heading', { level: 1, name: 'Ricerca Assistiti' });
  return rendered;
}

/** As `renderSearch`, once the stores are there. */
export async function renderSearchWithStores(
  server: SaleServer,
  handlers: readonly HttpHandler[] = [],
  storeButton = 'Cambia punto vendita',
): Promise<UserEvent> {
  const { user } = await renderSearch(server, handlers);
  await screen.findByRole('button', { name: storeButton });
  return user;
}

export const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
export const button = (name: string) => screen.getByRole('button', { name });
export const eanField = () => screen.getByLabelText<HTMLInputElement>('EAN o ID prodotto');
export const quantityField = () => screen.getByLabelText('Quantità');
export const priceField = () => screen.getByLabelText('Prezzo unitario');

/** The labels of an element, each with its value. */
export function factsIn(element: HTMLElement): (string | null | undefined)[][] {
  const terms = within(element).getAllByRole('term');
  return terms.map((term) => [term.textContent, term.nextElementSibling?.textContent.replace(/\s/g, ' ')]);
}

/** The field of the PIN dialog, once the dialog is there to be seen. */
export async function pinField(): Promise<HTMLElement> {
  const field = await screen.findByPlaceholderText("Digita qui il codice PIN dell'assistito");
  await waitFor(() => expect(field).toBeVisible());
  return field;
}

/** A whole code at once, and Enter: of keys that follow each other the portal makes a scan, on a busy machine of a part. */
export async function enter(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
  await user.keyboard('{Enter}');
}

/** Search to step 1, by the scanner. */
export async function openPatient(user: UserEvent): Promise<void> {
  await enter(user, screen.getByRole('textbox', { name: 'Codice fiscale' }), patient.fiscalCode);
  await heading('Anagrafica');
}

/** Step 1 to 2 with the PIN 12345. */
export async function openCart(user: UserEvent): Promise<void> {
  await openPatient(user);
  await user.click(button('Avanti'));
  await user.type(await pinField(), '12345{Enter}');
  await heading('Scarico Prodotti');
}

/** Step 2: finds a product by EAN and Enter. */
export async function scan(user: UserEvent, ean: string): Promise<void> {
  await enter(user, eanField(), ean);
}

/** Steps 2 to 3, with what the cart holds. */
export async function goToSummary(user: UserEvent): Promise<void> {
  await user.click(button('Avanti'));
  await heading('Riepilogo');
}

/** A sale from its first step on, without the way there. */
async function renderSale(sale: Sale, server: SaleServer, handlers: readonly HttpHandler[]): Promise<UserEvent> {
  const { user } = await renderScreen(
    <SaleScreens>
      <Route path="/" element={<OpenSale sale={sale} />} />
    </SaleScreens>,
    { as: 'BUSINESS', texts: TEXTS, handlers: [...handlers, ...saleHandlers(server)] },
  );
  return user;
}

/** Step 1 of a sale to the patient, of whom the test may know other facts. */
export async function renderPatient(
  server: SaleServer,
  handlers: readonly HttpHandler[] = [],
  facts: object = {},
): Promise<UserEvent> {
  const user = await renderSale(
    {
      kind: 'new',
      patient: z.parse(patientRow.read, { ...patient, ...facts }),
      storeId: store.storeId,
      storeName: store.name,
    },
    server,
    handlers,
  );
  await heading('Anagrafica');
  return user;
}

/** Step 2 of a sale with what the cart holds. */
export async function renderProducts(server: SaleServer, handlers: readonly HttpHandler[] = []): Promise<UserEvent> {
  const { initialAmount, items } = server;
  const user = await renderSale(
    {
      kind: 'resumed',
      patient: z.parse(patientRow.read, patient),
      cart: z.parse(cart.read, {
        cartId: 81,
        items,
        residualAmount: residualOf(server),
        voucherInitialAmount: initialAmount,
      }),
    },
    server,
    handlers,
  );
  await heading('Scarico Prodotti');
  return user;
}

/** Step 3 of a sale with what the cart holds; 'Conferma' has the focus. */
export async function renderSummary(server: SaleServer, handlers: readonly HttpHandler[] = []): Promise<UserEvent> {
  const user = await renderProducts(server, handlers);
  await goToSummary(user);
  await waitFor(() => expect(button('Conferma')).toHaveFocus());
  return user;
}
