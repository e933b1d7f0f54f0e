// @module-tag full
import { join } from 'node:path';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type * as ApiModule from '#contract/api.ts';
import type { Call } from '#contract/call.ts';
import { readMyAsl } from '#contract/calls/asl.ts';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { listMyBusinesses, readMyBusiness } from '#contract/calls/businesses.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { i18n } from '#src/providers/i18n.ts';
import { writeTokens } from '#src/providers/session/tokens.ts';
import type * as AppModule from '#src/app.tsx';
import { answer, network, refuse } from '../network.ts';
import { portalTexts } from '#tests/support/portal-files.ts';
import { type FollowedPage, followPage } from './follow-page.ts';

const FOLDER = join(import.meta.dirname, '../../../.cache/adding-a-resource');

interface Notice {
  readonly noticeId: number;
  readonly title: string;
  readonly publishDate: string;
  readonly urgency: string;
  readonly pinned: boolean;
}

let page: FollowedPage;
let api: readonly Call[];
let notices: Notice[];
let searches: unknown[];

function callNamed(name: string): Call {
  const call = api.find((candidate) => candidate.name === name);
  if (!call) throw new Error(`${name} is not on the list of all calls`);
  return call;
}

/** Handlers that keep the notices they receive. */
function noticeHandlers(): HttpHandler[] {
  const idOf = (params: unknown) => (params as { readonly noticeId: number }).noticeId;
  const kept = (params: unknown) => ({ notice: notices.find(({ noticeId }) => noticeId === idOf(params)) });
  return [
    answer(callNamed('notices.search'), ({ query }) => {
      searches.push(query);
      const { urgency } = query as { readonly urgency?: string };
      const found = notices.filter((notice) => urgency === undefined || notice.urgency === urgency);
      return { notices: found, pagination: { totalCount: found.length } };
    }),
    answer(callNamed('notices.read'), ({ params }) => kept(params)),
    answer(callNamed('notices.create'), ({ body }) => {
      const notice = { pinned: false, ...(body as object), noticeId: notices.length + 1 } as Notice;
      notices = [notice, ...notices];
      return { notice };
    }),
    answer(callNamed('notices.update'), ({ params, body }) => {
      notices = notices.map((row) => (row.noticeId === idOf(params) ? { ...row, ...(body as object) } : row));
      return kept(params);
    }),
    answer(callNamed('notices.delete'), ({ params }) => {
      const deleted = kept(params);
      notices = notices.filter(({ noticeId }) => noticeId !== idOf(params));
      return deleted;
    }),
  ];
}

/** Opens the assembled portal at a path. */
async function openPortal(path: string, profile = 'BUSINESS', handlers: readonly HttpHandler[] = []) {
  const { App } = (await import(`${FOLDER}/src/app.tsx`)) as typeof AppModule;
  network.use(
    ...handlers,
    ...portalTexts(join(FOLDER, 'public/locales')),
    answer(readCurrentUser, { user: { username: 'rossi', userProfile: { profile: profile as 'BUSINESS' } } }),
    answer(readMyBusiness, { business: { businessId: 1, companyName: 'Farmacia Rossi' } }),
    answer(readMyAsl, { asl: { aslId: 1, name: 'ASL di Prova' } }),
    answer(listMyBusinesses, { businesses: [] }),
    answer(readFeatures, { features: { sorts: { notices: ['title'] }, filters: {}, calls: [] } }),
    ...noticeHandlers(),
  );
  await i18n.reloadResources();
  writeTokens({ accessToken: 'access-1', refreshToken: 'refresh-1' });
  window.history.replaceState(null, '', path);
  render(<App />);
  return userEvent.setup();
}

beforeAll(async () => {
  page = followPage(FOLDER, 'linked');
  ({ api } = (await import(`${FOLDER}/contract/api.ts`)) as typeof ApiModule);
});
beforeEach(() => {
  const notice = { publishDate: '2026-07-01', urgency: 'NORMAL', pinned: false };
  notices = [
    { ...notice, noticeId: 1, title: 'Chiusura estiva' },
    { ...notice, noticeId: 2, title: 'Nuovi importi', urgency: 'URGENT', pinned: true },
  ];
  searches = [];
});
afterAll(() => page.remove());

test('design §2 a rendered list: menu, columns by type, a sort that the server names, a filter, all in the URL', async () => {
  const user = await openPortal('/avvisi');
  expect(await screen.findByRole('link', { name: 'Avvisi' })).toHaveAttribute('href', '/avvisi');
  const row = (await screen.findByText('Nuovi importi')).closest('tr');
  expect(row).toHaveTextContent('01/07/2026');
  expect(row).toHaveTextContent('Urgente');
  expect(searches).toEqual([{ page: 0, size: 10, sort: 'publishDate,desc' }]);

  await user.click(await screen.findByRole('columnheader', { name: /Titolo/ }));
  await waitFor(() => expect(searches.at(-1)).toMatchObject({ sort: 'title,asc' }));
  expect(window.location.search).toContain('title');
  await user.click(screen.getByRole('columnheader', { name: /Data di pubblicazione/ }));
  expect(searches).toHaveLength(2);

  await user.click(screen.getByRole('combobox', { name: 'Urgenza' }));
  await user.click(await screen.findByTitle('Urgente'));
  await user.click(screen.getByRole('button', { name: 'Cerca' }));
  await waitFor(() => expect(screen.queryByText('Chiusura estiva')).not.toBeInTheDocument());
  expect(searches.at(-1)).toMatchObject({ urgency: 'URGENT', page: 0 });
  expect(window.location.search).toContain('URGENT');
});

test('design §2 rendered screens: show, edit what is there, and back in the list', async () => {
  const user = await openPortal('/avvisi');
  await user.click(await screen.findByRole('link', { name: 'Apri: Nuovi importi' }));
  expect(await screen.findByText('Sì')).toBeVisible();
  expect(window.location.pathname).toBe('/avvisi/2');
  expect(within(screen.getByRole('navigation', { name: /Percorso/ })).getByText('Avviso')).toBeVisible();

  await user.click(await screen.findByRole('link', { name: 'Modifica' }));
  const title = await screen.findByRole('textbox', { name: 'Titolo' });
  await waitFor(() => expect(title).toHaveValue('Nuovi importi'));
  await user.clear(title);
  await user.type(title, 'Importi dal 2027');
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  expect(await screen.findByText('Importi dal 2027')).toBeVisible();
  expect(window.location.pathname).toBe('/avvisi');
  expect(notices).toContainEqual({
    noticeId: 2,
    title: 'Importi dal 2027',
    publishDate: '2026-07-01',
    urgency: 'URGENT',
    pinned: true,
  });
});

test('design §2 a rendered form: the first wrong field is named and focused; what the server refuses too', async () => {
  const refusal = refuse(callNamed('notices.create'), 'INVALID_REQUEST', { field: 'title' });
  const user = await openPortal('/avvisi/nuovo', 'BUSINESS', [refusal]);
  await user.click(await screen.findByRole('button', { name: 'Salva' }));
  const title = screen.getByRole('textbox', { name: 'Titolo' });
  await waitFor(() => expect(title).toHaveFocus());
  expect(title).toHaveAccessibleDescription('Campo obbligatorio');

  await user.type(title, 'Ferie');
  await user.type(screen.getByRole('textbox', { name: 'Data di pubblicazione' }), '01/08/2026{Enter}');
  await user.click(screen.getByRole('combobox', { name: 'Urgenza' }));
  await user.click(await screen.findByTitle('Normale'));
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  await waitFor(() => expect(title).toHaveAccessibleDescription('Valore non valido'));
  expect(title).toHaveFocus();
  expect(title).toHaveValue('Ferie');

  network.use(...noticeHandlers());
  await user.type(title, ' estive');
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  expect(await screen.findByRole('heading', { level: 2, name: 'Ferie estive' })).toBeVisible();
  expect(notices[0]).toMatchObject({ title: 'Ferie estive', publishDate: '2026-08-01', urgency: 'NORMAL' });
});

test('design §2 a rendered form asks before unsaved changes are left', async () => {
  const user = await openPortal('/avvisi/nuovo');
  await user.type(await screen.findByRole('textbox', { name: 'Titolo' }), 'Ferie');
  const menu = within(screen.getByRole('navigation', { name: 'Menu principale' }));
  const support = menu.getByRole('link', { name: 'Supporto' });
  await user.click(support);
  const question = within(await screen.findByRole('dialog', { name: 'Lasciare la pagina?' }));
  await user.click(question.getByRole('button', { name: 'Annulla' }));
  expect(window.location.pathname).toBe('/avvisi/nuovo');
  expect(screen.getByRole('textbox', { name: 'Titolo' })).toHaveValue('Ferie');
  await user.click(support);
  await user.click(await screen.findByRole('button', { name: 'Lascia la pagina' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Supporto' })).toBeVisible();
});

test('design §2 a deletion is asked about first', async () => {
  const user = await openPortal('/avvisi');
  await user.click(await screen.findByRole('button', { name: 'Elimina: Nuovi importi' }));
  const question = await screen.findByRole('dialog', { name: "Eliminare l'avviso?" });
  // Escape works from the first frame, before antd has moved the focus. In jsdom the dialog never ends fading out.
  await user.keyboard('{Escape}');
  await waitFor(() => expect(question).toHaveClass('ant-zoom-leave'));
  expect(notices).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Elimina: Nuovi importi' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Elimina' }));
  await waitFor(() => expect(screen.queryByText('Nuovi importi')).not.toBeInTheDocument());
  expect(notices.map(({ noticeId }) => noticeId)).toEqual([1]);
});

test('§6 who may only read has no button that writes', async () => {
  await openPortal('/avvisi', 'ASL');
  expect(await screen.findByRole('link', { name: 'Apri: Nuovi importi' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Elimina/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /^(Modifica|Nuovo)/ })).not.toBeInTheDocument();
});

test('design §5 docs/adding-a-resource.md: a page of its own lists by its resource, and follows its menu entry and Back', async () => {
  const user = await openPortal('/bacheca?currentPage=2', 'BUSINESS', [
    answer(callNamed('notices.search'), ({ query }) => {
      const { page: asked, sort } = query as { readonly page: number; readonly sort: string };
      expect(sort).toBe('publishDate,desc');
      const notice = { noticeId: asked + 1, title: `Avviso ${asked + 1}`, publishDate: '2026-07-01' };
      return { notices: [{ ...notice, urgency: 'NORMAL', pinned: false }], pagination: { totalCount: 6 } };
    }),
  ]);
  expect(await screen.findByText('Avviso 2')).toBeVisible();
  await user.click(await screen.findByRole('link', { name: 'Bacheca' }));
  expect(await screen.findByText('Avviso 1')).toBeVisible();
  window.history.back();
  expect(await screen.findByText('Avviso 2')).toBeVisible();
});
