import { act, screen, waitFor } from '@testing-library/react';
import { type HttpHandler, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { readFeatures } from '#contract/calls/features.ts';
import { checkCancellation, executeCancellation, searchPurchases } from '#contract/calls/purchases.ts';
import { navigateTo } from '#src/providers/navigation.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { dialogButton, dialogTitled } from '../../dialogs.ts';
import { answer, answerRaw, lose, loseAfter, network, refuse, respondWith, revealed } from '../../network.ts';
import { shortenPollingPauses } from '../../timeouts.ts';
import { cancelled, openHistory, purchase, renderHistory } from './history.tsx';

const ASKED = { txCommandId: 91 };
const done = { ...cancelled, purchaseId: purchase.purchaseId };

const cancelButton = () => screen.findByRole('button', { name: "Storna l'acquisto 7" });
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const codeField = () => screen.findByPlaceholderText('Digita qui il codice di conferma');

/** Cancels a purchase of the history on the server. */
function cancelling(history: ReturnType<typeof openHistory>, otpRequired: boolean | null, asked: unknown[] = []) {
  return [
    answer(checkCancellation, ({ params }) => {
      asked.push(['check', params.purchaseId]);
      return { txCommand: { ...ASKED, otpRequired } };
    }),
    answer(executeCancellation, ({ params, body }) => {
      asked.push(['execute', params.purchaseId, revealed(body)]);
      history.purchases = [done];
      return { purchase: { purchaseId: 7, status: 'CANCELLED' as const } };
    }),
  ];
}

test("§4 cancellation without a code: 'Conferma Storno', notice, dialog closed, list reloaded; a double click is one request", async () => {
  const history = openHistory([purchase]);
  const asked: unknown[] = [];
  const { user } = await renderHistory(history, cancelling(history, false, asked));
  await user.dblClick(await cancelButton());
  expect(await dialogTitled('Conferma Storno')).toHaveTextContent(
    /Numero acquisto7Data acquisto01\/07\/2026 10:00:00AssistitoMario RossiTotale speso12,50\s€NoSì, storna 12,50\s€$/,
  );
  await user.dblClick(await dialogButton('Sì'));
  await noDialog();
  expect(await screen.findByText('STORNATO')).toBeVisible();
  expect(screen.queryByRole('button', { name: "Storna l'acquisto 7" })).not.toBeInTheDocument();
  await waitFor(() => expect(document.body).not.toHaveFocus());
  expect(currentAlerts()).toMatchObject([
    {
      kind: 'success',
      title: 'Operazione avvenuta con successo',
      text: "L'acquisto 7 è stato stornato.",
      duration: 3000,
    },
  ]);
  expect(asked).toEqual([
    ['check', 7],
    ['execute', 7, { txCommandId: 91 }],
  ]);
});

test('§2 cancellation: the icon says what it does, and where a server does not name the patient the dialog does not either', async () => {
  const history = openHistory([{ ...purchase, patient: null }]);
  const { user } = await renderHistory(history, cancelling(history, true));
  expect(await cancelButton()).toHaveTextContent('Storna');
  await user.click(await cancelButton());
  expect(await dialogTitled('Inserire il codice di conferma')).toHaveTextContent(
    /Numero acquisto7Data acquisto01\/07\/2026 10:00:00Totale speso12,50\s€/,
  );
});

test('§4 cancellation: otpRequired absent asks yes or no', async () => {
  const history = openHistory([purchase]);
  const { user } = await renderHistory(history, cancelling(history, null));
  await user.click(await cancelButton());
  await dialogTitled('Conferma Storno');
});

test("§2 cancellation with a code: 'Inserire il codice di conferma', password, at most 20 characters, the code is sent", async () => {
  const history = openHistory([purchase]);
  const asked: unknown[] = [];
  const { user } = await renderHistory(history, cancelling(history, true, asked));
  await user.click(await cancelButton());
  await dialogTitled('Inserire il codice di conferma');
  const field = await codeField();
  expect(field).toHaveAttribute('type', 'password');
  expect(field).toHaveAttribute('maxlength', '20');
  await user.type(field, '2468{Enter}');
  await noDialog();
  expect(asked.at(-1)).toEqual(['execute', 7, { txCommandId: 91, otp: '2468' }]);
});

test('§8 cancellation: a wrong code is told in the dialog, and another may be tried with the same command', async () => {
  const history = openHistory([purchase]);
  const { user } = await renderHistory(history, [
    refuse(executeCancellation, 'TRANSACTION_WRONG_OTP', { attemptsLeft: 4 }),
    ...cancelling(history, true),
  ]);
  await user.click(await cancelButton());
  await dialogTitled('Inserire il codice di conferma');
  expect(screen.getByRole('dialog')).toHaveTextContent(/Numero acquisto7.*AssistitoMario Rossi/);
  await user.type(await codeField(), '1111{Enter}');
  expect(await screen.findByText("Attenzione il PIN inserito non e' corretto")).toBeVisible();
  expect(screen.getByText("Il codice di conferma dell'esercente non è corretto.")).toBeVisible();
  expect(screen.getByText('Restano 4 tentativi prima del blocco.')).toBeVisible();
  expect(currentAlerts()).toEqual([]);
  network.use(...cancelling(history, true));
  const field = await codeField();
  await waitFor(() => expect(field).toHaveFocus());
  // The wrong code is selected, so that the next one takes its place.
  await user.keyboard('2468{Enter}');
  expect(await screen.findByText('STORNATO')).toBeVisible();
});

test('§8 cancellation: a locked code is named as the cancellation code, not taken for the PIN of the patient', async () => {
  const history = openHistory([purchase]);
  const { user } = await renderHistory(history, [
    refuse(executeCancellation, 'TRANSACTION_LOCKED'),
    ...cancelling(history, true),
  ]);
  await user.click(await cancelButton());
  await user.type(await codeField(), '1111{Enter}');
  expect(await screen.findByText(/^PIN bloccato per troppi tentativi/)).toBeVisible();
  expect(screen.getByText("Il codice di conferma dell'esercente è bloccato.")).toBeVisible();
});

test("§8 a refused check of a cancellation: danger notice 'Attenzione!' with the error, and the list is loaded again", async () => {
  const history = openHistory([purchase]);
  const { user } = await renderHistory(history, [refuse(checkCancellation, 'PURCHASE_ALREADY_ORDERED')]);
  const button = await cancelButton();
  history.purchases = [{ ...purchase, cancelable: false }];
  await user.click(button);
  await waitFor(() =>
    expect(currentAlerts()).toMatchObject([
      { kind: 'danger', title: 'Attenzione!', text: 'Acquisto già incluso in un ordine AMC', duration: 5000 },
    ]),
  );
  await waitFor(() => expect(button).not.toBeInTheDocument());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

const another = { ...purchase, purchaseId: 9 };

test.each<[string, { opens: boolean; handlers: (history: ReturnType<typeof openHistory>) => HttpHandler[] }]>([
  ['a cancellation', { opens: true, handlers: () => [] }],
  [
    'a cancellation that was found after its answer was lost',
    { opens: true, handlers: (history) => [loseAfterCancelling(history)] },
  ],
  [
    'a check that was refused',
    { opens: false, handlers: () => [refuse(checkCancellation, 'PURCHASE_ALREADY_ORDERED')] },
  ],
])(
  'design §5 while the list is read again after %s, another purchase can be cancelled',
  async (_case, { opens, handlers }) => {
    shortenPollingPauses();
    const history = openHistory([purchase, another]);
    const { user } = await renderHistory(history, [...handlers(history), ...cancelling(history, false)]);
    const button = await cancelButton();
    let isReloading = false;
    network.use(
      answer(searchPurchases, ({ query }) => {
        // What verifies a lost answer asks for more than a page.
        if (query.size !== 5) return { purchases: history.purchases, pagination: { totalCount: 2 } };
        isReloading = true;
        return new Promise<never>(() => undefined);
      }),
    );
    await user.click(button);
    if (opens) await user.click(await dialogButton('Sì'));
    await waitFor(() => expect(isReloading).toBe(true));
    await noDialog();
    network.use(...cancelling(history, false));
    await user.click(screen.getByRole('button', { name: "Storna l'acquisto 9" }));
    await dialogTitled('Conferma Storno');
    expect(screen.getByRole('dialog')).toHaveTextContent(/Numero acquisto9/);
  },
);

test('§4 while one purchase is checked, no other can be: the dialog that comes is the one of the first', async () => {
  const { user } = await renderHistory(openHistory([purchase, another]), [
    answer(checkCancellation, () => new Promise<never>(() => undefined)),
  ]);
  await user.click(await cancelButton());
  await waitFor(() => expect(screen.getByRole('button', { name: "Storna l'acquisto 9" })).toBeDisabled());
});

test('§8 a check of a cancellation without a command is a failure: no dialog opens', async () => {
  const { user } = await renderHistory(openHistory([purchase]), [answerRaw(checkCancellation, { data: {} })]);
  await user.click(await cancelButton());
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ kind: 'danger', text: 'Si è vericato un errore' }]));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

/** Wait for it before the dialog has gone: it stays 3 s, which is short on a busy machine. */
const DONE = { kind: 'success', text: /non era arrivata, ma lo storno dell'acquisto 7/ };

/** The server cancels the purchase, and its response is unreadable. */
const loseAfterCancelling = (history: ReturnType<typeof openHistory>) =>
  loseAfter(
    executeCancellation,
    () => {
      history.purchases = [done];
    },
    'unreadable',
  );

test('rules §2 a lost answer to a cancellation is looked up: one that went through is told as done', async () => {
  const history = openHistory([purchase]);
  const { user } = await renderHistory(history, [loseAfterCancelling(history), ...cancelling(history, false)]);
  await user.click(await cancelButton());
  await user.click(await dialogButton('Sì'));
  await waitFor(() => expect(currentAlerts()).toMatchObject([DONE]));
  await noDialog();
  expect(history.searches).toContainEqual({ patientId: 11, dossierId: 21, page: 0, size: 25, sort: 'createTime,desc' });
});

test('rules §2 a lost answer to a cancellation is looked up among all purchases where the list is sorted by something else', async () => {
  const history = openHistory([purchase]);
  const others = Array.from({ length: 39 }, (_, index) => ({
    ...purchase,
    purchaseId: 100 + index,
    createTime: '2026-07-02T10:00:00+02:00',
    itemsAmount: 20,
  }));
  const features = { sorts: { purchases: ['itemsAmount'] }, filters: {}, calls: [] };
  const { user } = await renderHistory(
    history,
    [
      answer(readFeatures, { features }),
      answer(searchPurchases, ({ query: { size = 0, sort } }) => {
        const [first] = history.purchases;
        const oldest = first ? [first] : [];
        const rows = sort === 'itemsAmount,asc' ? [...oldest, ...others] : [...others, ...oldest];
        return { purchases: rows.slice(0, size), pagination: { totalCount: rows.length } };
      }),
      loseAfterCancelling(history),
      ...cancelling(history, false),
    ],
    '/storico-acquisti?currentPage=1&pageSize=5&sorters[0][field]=itemsAmount&sorters[0][order]=asc',
  );
  await user.click(await cancelButton());
  await user.click(await dialogButton('Sì'));
  await waitFor(() => expect(currentAlerts()).toMatchObject([DONE]));
  await noDialog();
});

test('rules §2 a lost answer to a cancellation that is not on record: it may be confirmed again, by the same command', async () => {
  shortenPollingPauses();
  const history = openHistory([purchase]);
  const { user } = await renderHistory(history, [lose(executeCancellation), ...cancelling(history, false)]);
  await user.click(await cancelButton());
  await user.click(await dialogButton('Sì'));
  expect(await screen.findByText(/lo storno non risulta registrato/)).toBeVisible();
  network.use(refuse(executeCancellation, 'TRANSACTION_ALREADY_EXECUTED'));
  history.purchases = [done];
  await user.click(await dialogButton('Sì'));
  await noDialog();
  expect(await screen.findByText('STORNATO')).toBeVisible();
});

test('rules §2 nobody answers: a cancellation is not repeated before the history has been asked', async () => {
  shortenPollingPauses();
  const history = openHistory([purchase]);
  const { user } = await renderHistory(history, [loseAfterCancelling(history), ...cancelling(history, false)]);
  await user.click(await cancelButton());
  const yes = await dialogButton('Sì');
  network.use(lose(searchPurchases));
  await user.click(yes);
  const ask = await dialogButton('Verifica esito');
  expect(screen.getByText('Esito non ancora noto.')).toBeVisible();
  expect(yes).toBeDisabled();
  network.use(answer(searchPurchases, { purchases: [done], pagination: { totalCount: 1 } }));
  await user.click(ask);
  await noDialog();
  expect(await screen.findByText('STORNATO')).toBeVisible();
});

test('rules §2 a cancellation that landed after its dialog was closed is told as done when it is tried again', async () => {
  shortenPollingPauses();
  const history = openHistory([purchase]);
  const { user } = await renderHistory(history, [lose(executeCancellation), ...cancelling(history, false)]);
  await user.click(await cancelButton());
  await user.click(await dialogButton('Sì'));
  await screen.findByText(/lo storno non risulta registrato/);
  await user.click(await dialogButton('No'));
  await noDialog();
  await waitFor(() => expect(document.body).not.toHaveFocus());
  history.purchases = [done];
  network.use(refuse(checkCancellation, 'PURCHASE_NOT_CANCELABLE'));
  await user.click(await cancelButton());
  expect(await screen.findByText('STORNATO')).toBeVisible();
  expect(currentAlerts()).toMatchObject([{ kind: 'success', text: /lo storno dell'acquisto 7 risulta registrato/ }]);
});

const notCancelable = () =>
  HttpResponse.json({ error: { code: 5011, description: 'PURCHASE_NOT_CANCELABLE' } }, { status: 409 });
const cut = () => HttpResponse.error();

test.each<[what: string, reply: () => Response, questions: HttpHandler[], words: object]>([
  [
    'refused',
    notCancelable,
    [],
    { title: "L'acquisto 7 non è stato stornato", text: "L'acquisto non può essere stornato" },
  ],
  ['not done', cut, [], { text: /^Lo storno dell'acquisto 7 non risulta registrato/ }],
  ['nobody answers', cut, [lose(searchPurchases)], { text: /^L'esito dello storno dell'acquisto 7 non è noto/ }],
])(
  'rules §2 a cancellation that the screen was left with is told by an alert that stays: %s',
  async (_what, reply, questions, words) => {
    shortenPollingPauses();
    const history = openHistory([purchase]);
    const held: (() => void)[] = [];
    const execution = respondWith(executeCancellation, async () => {
      await new Promise<void>((resolve) => held.push(resolve));
      return reply();
    });
    const { user } = await renderHistory(history, [execution, ...cancelling(history, false)]);
    await user.click(await cancelButton());
    await user.click(await dialogButton('Sì'));
    await waitFor(() => expect(held).toHaveLength(1));
    act(() => navigateTo('/ricerca-assistiti'));
    await noDialog();
    act(() => navigateTo('/storico-acquisti'));
    const reopened = await cancelButton();
    network.use(...questions);
    for (const release of held) release();
    await waitFor(() => expect(currentAlerts()).toMatchObject([{ kind: 'danger', ...words, duration: null }]));
    expect(reopened).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  },
);

test('rules §2 after a refused cancellation, closing the dialog loads the list again', async () => {
  const history = openHistory([purchase]);
  const { user } = await renderHistory(history, [
    refuse(executeCancellation, 'PURCHASE_NOT_CANCELABLE'),
    ...cancelling(history, false),
  ]);
  await user.click(await cancelButton());
  const yes = await dialogButton('Sì');
  history.purchases = [{ ...purchase, cancelable: false }];
  await user.click(yes);
  expect(await screen.findByText("L'acquisto non può essere stornato")).toBeVisible();
  expect(yes).toBeDisabled();
  await user.click(await dialogButton('No'));
  await noDialog();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Storna/ })).not.toBeInTheDocument());
});
