import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import { downloadReceipt } from '#contract/calls/purchases.ts';
import { AlertsRegion } from '#src/components/layout/alerts-region.tsx';
import { GlobalSpinner } from '#src/components/layout/app-layout.tsx';
import { useDownload } from '#src/providers/api/use-download.ts';
import { clearSessionStorage } from '#src/providers/session/tokens.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { renderScreen } from '../render-screen.tsx';
import { answer, answerRaw, lose, network, refuse, respondWith } from '../network.ts';

const RECEIPT = { fileName: 'ricevuta è.pdf', base64: 'w6gB/w==', mimeType: 'application/pdf' };

function DownloadProbe() {
  const { download, isDownloadingOf } = useDownload(downloadReceipt);
  const button = (purchaseId: number) => (
    <button type="button" onClick={() => void download({ params: { purchaseId } }, { name: `ricevuta ${purchaseId}` })}>
      {isDownloadingOf({ params: { purchaseId } }) ? `busy ${purchaseId}` : `idle ${purchaseId}`}
    </button>
  );
  return (
    <>
      {button(1)}
      {button(2)}
    </>
  );
}

function catchSaved(): { names: string[]; contents: Blob[] } {
  const saved = { names: [] as string[], contents: [] as Blob[] };
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.names.push(this.download);
  });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    if (content instanceof Blob) saved.contents.push(content);
    return 'blob:test';
  });
  return saved;
}

afterEach(() => vi.restoreAllMocks());

test('§8 a download keeps the name and the bytes of the server, and says so for 3000 ms', async () => {
  const saved = catchSaved();
  const { user } = await renderScreen(<DownloadProbe />, {
    as: 'BUSINESS',
    handlers: [answer(downloadReceipt, RECEIPT)],
  });
  await user.click(screen.getByRole('button', { name: 'idle 1' }));
  await waitFor(() =>
    expect(currentAlerts()).toMatchObject([
      { kind: 'success', title: 'Operazione avvenuta con successo', duration: 3000 },
    ]),
  );
  expect(saved.names).toEqual(['ricevuta è.pdf']);
  const [content] = saved.contents;
  expect(content?.type).toBe('application/pdf');
  expect(content?.size).toBe(4);
});

test('§8 a download can be read for a minute, as Safari and its question need, and is then forgotten', async () => {
  catchSaved();
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  const { user } = await renderScreen(<DownloadProbe />, {
    as: 'BUSINESS',
    handlers: [answer(downloadReceipt, RECEIPT)],
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await user.click(screen.getByRole('button', { name: 'idle 1' }));
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ kind: 'success' }]));
  vi.advanceTimersByTime(55_000);
  expect(revoked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:test');
});

test.each([
  [
    'refused by the server, whose reason is told',
    refuse(downloadReceipt, 'PURCHASE_NOT_FOUND'),
    'Si è verificato un errore durante il download del file. Elemento non trovato',
  ],
  [
    'answered by an error inside a 200',
    answerRaw(downloadReceipt, { error: { code: 'E1', description: 'PURCHASE_NOT_FOUND' } }),
    'Si è verificato un errore durante il download del file. Elemento non trovato',
  ],
  [
    'with a content that is not base64',
    answer(downloadReceipt, { fileName: 'r', base64: '€', mimeType: 'a/b' }),
    'Si è verificato un errore durante il download del file.',
  ],
  [
    'without a content',
    answer(downloadReceipt, { fileName: 'r', base64: '', mimeType: 'a/b' }),
    'Si è verificato un errore durante il download del file.',
  ],
])('§8 a download %s: the danger notice', async (_, handler, text) => {
  const { user } = await renderScreen(<DownloadProbe />, { as: 'BUSINESS', handlers: [handler] });
  await user.click(screen.getByRole('button', { name: 'idle 1' }));
  await waitFor(() =>
    expect(currentAlerts()).toMatchObject([
      { kind: 'danger', title: 'Errore durante il download', text, duration: 5000 },
    ]),
  );
});

test('§8 a download whose answer is lost: the generic alert, and the notice without a second reason', async () => {
  const { user } = await renderScreen(<DownloadProbe />, { as: 'BUSINESS', handlers: [lose(downloadReceipt)] });
  await user.click(screen.getByRole('button', { name: 'idle 1' }));
  await waitFor(() =>
    expect(currentAlerts().map(({ title, text }) => [title, text])).toEqual([
      [undefined, 'Si è vericato un errore'],
      ['Errore durante il download', 'Si è verificato un errore durante il download del file.'],
    ]),
  );
});

test('§4 a download that is under way when the session ends does not come after it, and nothing is said of it', async () => {
  const saved = catchSaved();
  let isCutOff = false;
  const { user } = await renderScreen(<DownloadProbe />, {
    as: 'BUSINESS',
    handlers: [
      http.get('*/receipt-pdf', async ({ request }) => {
        await new Promise<void>((resolve) => request.signal.addEventListener('abort', () => resolve()));
        isCutOff = true;
        return HttpResponse.json({ data: RECEIPT });
      }),
    ],
  });
  await user.click(screen.getByRole('button', { name: 'idle 1' }));
  await screen.findByRole('button', { name: 'busy 1' });
  act(clearSessionStorage);
  await screen.findByRole('button', { name: 'idle 1' });
  await waitFor(() => expect(isCutOff).toBe(true));
  expect(saved.names).toEqual([]);
  expect(currentAlerts()).toEqual([]);
});

test('§8 a double click downloads once; another document may come meanwhile', async () => {
  catchSaved();
  const asked: unknown[] = [];
  const held: (() => void)[] = [];
  const { user } = await renderScreen(<DownloadProbe />, {
    as: 'BUSINESS',
    handlers: [
      answer(downloadReceipt, async ({ params }) => {
        asked.push(params.purchaseId);
        await new Promise<void>((resolve) => held.push(resolve));
        return RECEIPT;
      }),
    ],
  });
  await user.dblClick(screen.getByRole('button', { name: 'idle 1' }));
  await user.click(await screen.findByRole('button', { name: 'busy 1' }));
  await user.click(screen.getByRole('button', { name: 'idle 2' }));
  await waitFor(() => expect(asked).toEqual([1, 2]));
  for (const release of held) release();
  await screen.findByRole('button', { name: 'idle 1' });
  await screen.findByRole('button', { name: 'idle 2' });
  expect(asked).toEqual([1, 2]);
});

test('§8 a long download is said to be under way, until it is there', async () => {
  catchSaved();
  const held: (() => void)[] = [];
  const { user } = await renderScreen(<DownloadProbe />, {
    as: 'BUSINESS',
    handlers: [
      answer(downloadReceipt, async () => {
        await new Promise<void>((resolve) => held.push(resolve));
        return RECEIPT;
      }),
    ],
  });
  await user.click(screen.getByRole('button', { name: 'idle 1' }));
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ kind: 'info', duration: null }]));
  for (const release of held) release();
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ kind: 'success' }]));
});

test('§8 two long downloads at once: each notice names its document, and so does the button that ends it', async () => {
  const { user } = await renderScreen(
    <>
      <AlertsRegion />
      <DownloadProbe />
    </>,
    { as: 'BUSINESS', handlers: [respondWith(downloadReceipt, () => new Promise<Response>(() => undefined))] },
  );
  await user.click(screen.getByRole('button', { name: 'idle 1' }));
  await user.click(screen.getByRole('button', { name: 'idle 2' }));
  await screen.findByText(/^Download in corso: ricevuta 1\./);
  await screen.findByText(/^Download in corso: ricevuta 2\./);
  const [first, second] = screen.getAllByRole('button', { name: 'Annulla' });
  expect(first).toHaveAccessibleDescription(/ricevuta 1/);
  expect(second).toHaveAccessibleDescription(/ricevuta 2/);
});

/** A document in parts: the server sends the next one on demand, and the rest at the end. */
function inParts(length: string | undefined) {
  const sent = new TransformStream<Uint8Array, Uint8Array>(undefined, { highWaterMark: 100 }, { highWaterMark: 100 });
  const writer = sent.writable.getWriter();
  const write = (text: string) => writer.write(new TextEncoder().encode(text));
  const headers = { 'content-type': 'application/json', ...(length !== undefined && { 'content-length': length }) };
  const givenUp = vi.fn();
  // Held, for Node forgets a request that nobody holds, with the listeners of its signal.
  const requests: Request[] = [];
  const handler = http.get('*/receipt-pdf', ({ request }) => {
    requests.push(request);
    request.signal.addEventListener('abort', givenUp);
    return new HttpResponse(sent.readable, { headers });
  });
  const end = async () => {
    await write('","mimeType":"application/pdf"},"status":{"trace":"t"}}');
    await writer.close();
  };
  return { handler, write, end, givenUp };
}

test.each([
  [undefined, 'Ricevuti 2,5 MB'],
  [String(4 * 1024 * 1024), 'Ricevuti 2,5 MB di 4 (62 %)'],
  // The proxy compressed the document.
  [String(2.5 * 1024 * 1024), 'Ricevuti 2,5 MB'],
])('§8 a long download says how much has come, and in percent where its length (%s) is known', async (length, text) => {
  catchSaved();
  const { handler, write, end } = inParts(length);
  const { user } = await renderScreen(<DownloadProbe />, { as: 'BUSINESS', handlers: [handler] });
  await user.click(screen.getByRole('button', { name: 'idle 1' }));
  await write(`{"data":{"fileName":"r.pdf","base64":"${'A'.repeat(2.5 * 1024 * 1024)}`);
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ kind: 'info', text }]));
  await end();
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ kind: 'success' }]));
});

test('§8 a long download is cancelled by keyboard: its answer is ended, in a quiet word, and it may be asked for again', async () => {
  const saved = catchSaved();
  const { handler, write, givenUp } = inParts(undefined);
  const { user } = await renderScreen(
    <>
      <AlertsRegion />
      <GlobalSpinner />
      <DownloadProbe />
    </>,
    { as: 'BUSINESS', handlers: [handler] },
  );
  await user.click(screen.getByRole('button', { name: 'idle 1' }));
  await write(`{"data":{"fileName":"r.pdf","base64":"${'A'.repeat(1024 * 1024)}`);
  await screen.findByText('Ricevuti 1 MB');
  await user.tab({ shift: true });
  const cancel = screen.getByRole('button', { name: 'Annulla' });
  expect(cancel).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(givenUp).toHaveBeenCalledOnce());
  const trigger = await screen.findByRole('button', { name: 'idle 1' });
  expect(trigger).toHaveFocus();
  expect(currentAlerts()).toMatchObject([{ kind: 'info', title: 'Download annullato', duration: 5000 }]);
  expect(saved.names).toEqual([]);

  network.use(answer(downloadReceipt, RECEIPT));
  await user.click(trigger);
  await waitFor(() => expect(saved.names).toEqual(['ricevuta è.pdf']));
});

test('§8 a download that is under way is not dismissed, or nothing could cancel it', async () => {
  const { handler, write } = inParts(undefined);
  const { user } = await renderScreen(
    <>
      <AlertsRegion />
      <DownloadProbe />
    </>,
    { as: 'BUSINESS', handlers: [handler] },
  );
  await user.click(screen.getByRole('button', { name: 'idle 1' }));
  await write(`{"data":{"fileName":"r.pdf","base64":"${'A'.repeat(1024 * 1024)}`);
  await screen.findByText('Ricevuti 1 MB');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Chiudi avviso' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Annulla' }));
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ title: 'Download annullato' }]));
});

test.each([
  ['DOCUMENT_UNDERWAY', 'Stai già scaricando un documento: attendi che finisca, oppure annullalo, e riprova'],
  ['DOCUMENTS_BUSY', 'Il servizio sta preparando altri documenti: attendi qualche istante e riprova'],
] as const)('§8 a download refused for another one (%s): the alert, and what to do', async (description, reason) => {
  const { user } = await renderScreen(<DownloadProbe />, {
    as: 'BUSINESS',
    handlers: [refuse(downloadReceipt, description, { retryAfter: 10 })],
  });
  await user.click(screen.getByRole('button', { name: 'idle 1' }));
  await waitFor(() =>
    expect(currentAlerts().map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Si è vericato un errore 429/),
      `Si è verificato un errore durante il download del file. ${reason}`,
    ]),
  );
});
