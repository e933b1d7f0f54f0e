import { join } from 'node:path';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as ApiModule from '#contract/api.ts';
import type { Call } from '#contract/call.ts';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { listMyBusinesses, readMyBusiness } from '#contract/calls/businesses.ts';
import { dataProvider } from '#src/providers/data/data-provider.ts';
import { i18n } from '#src/providers/i18n/i18n.ts';
import { writeTokens } from '#src/providers/session/tokens.ts';
import type * as AppModule from '#src/app.tsx';
import type * as ResourcesModule from '#src/resources/index.ts';
import { answer, network } from '../network.ts';
import { portalTexts } from '#tests/support/portal-files.ts';
import { type FollowedPage, followPage } from './follow-page.ts';
import { typeErrors } from './type-errors.ts';

const FOLDER = join(import.meta.dirname, '../../../.cache/adding-a-resource');

let page: FollowedPage;

beforeAll(() => {
  page = followPage(FOLDER);
});
afterAll(() => page.remove());

test('design §2 docs/adding-a-resource.md: what it says compiles', () => {
  expect(page.files).toHaveLength(12);
  expect(typeErrors(page.folder, page.files)).toEqual([]);
});

test('design §2 docs/adding-a-resource.md: a method that it does not declare is not supported', async () => {
  const { resources } = (await import(`${FOLDER}/src/resources/index.ts`)) as typeof ResourcesModule;
  const creation = dataProvider(resources).create({ resource: 'notices', variables: {} });
  await expect(creation).rejects.toThrow('not supported: notices.create');
});

test('design §2 docs/adding-a-resource.md: the new screen is in the navigation, lists, and marks as read', async () => {
  const { api } = (await import(`${FOLDER}/contract/api.ts`)) as typeof ApiModule;
  const { App, createRouter } = (await import(`${FOLDER}/src/app.tsx`)) as typeof AppModule;
  const marked: unknown[] = [];
  function callNamed(name: string): Call {
    const call = api.find((candidate) => candidate.name === name);
    if (!call) throw new Error(`${name} is not on the list of all calls`);
    return call;
  }
  function notice(noticeId: number) {
    const publishTime = '2026-07-01T10:00:00+02:00';
    return {
      noticeId,
      title: `Avviso ${noticeId}`,
      publishTime,
      ...(marked.includes(noticeId) && { readTime: publishTime }),
    };
  }
  network.use(
    ...portalTexts(join(FOLDER, 'public/locales')),
    answer(readCurrentUser, { user: { username: 'rossi', userProfile: { profile: 'BUSINESS' } } }),
    answer(readMyBusiness, { business: { businessId: 1, companyName: 'Farmacia Rossi' } }),
    answer(listMyBusinesses, { businesses: [] }),
    answer(callNamed('notices.search'), ({ query }) => {
      expect(query).toEqual({ page: 0, size: 5, sort: 'publishTime,desc' });
      return { notices: [notice(1), notice(2)], pagination: { totalCount: 2 } };
    }),
    answer(callNamed('notices.mark'), ({ params }) => {
      const { noticeId } = params as { noticeId: number };
      marked.push(noticeId);
      return { notice: notice(noticeId) };
    }),
  );
  await i18n.reloadResources();
  writeTokens({ accessToken: 'access-1', refreshToken: 'refresh-1' });
  window.history.replaceState(null, '', '/avvisi');
  render(<App router={createRouter()} />);
  const user = userEvent.setup();

  expect(await screen.findByText(/01\/07\/2026 10:00:00 Avviso 1/)).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Avvisi' })).toHaveAttribute('href', '/avvisi');
  const [first] = screen.getAllByRole('button', { name: 'Segna come letto' });
  if (first) await user.click(first);
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Segna come letto' })).toHaveLength(1));
  expect(marked).toEqual([1]);
});
