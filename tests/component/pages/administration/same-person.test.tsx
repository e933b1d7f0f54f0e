import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminPatients, findSamePerson } from '#contract/admin/patients.ts';
import type { CallReply } from '#contract/call.ts';
import { answer, network, refuse } from '../../network.ts';
import { renderOperator } from './render-operator.tsx';

const PATIENT = {
  patientId: 31,
  fiscalCode: 'RSSMRA80A01B354W',
  firstName: 'Mario',
  lastName: 'Rossi',
  gender: 'M' as const,
  birthDate: '1980-01-01',
  otpMode: 'PIN' as const,
  hasPin: true,
  status: 'ENABLED' as const,
  version: 1,
};
const NOBODY = { fiscalCodes: [], isElsewhere: false };
const HERE = /^C'è già un assistito .* data di nascita: 12345678903\. Se è la stessa persona, non salvare/;
const ELSEWHERE = /presso un'altra azienda sanitaria/;

interface Setup {
  readonly found: (body: { readonly lastName: string }) => CallReply<typeof findSamePerson>;
  readonly names?: readonly string[];
}

/** The form of a new patient, filled in. */
async function fillIn({ found, names }: Setup) {
  const asked: unknown[] = [];
  const saved: unknown[] = [];
  const { user } = renderOperator('/gestione/assistiti/nuovo', {
    ...(names && { names }),
    handlers: [
      answer(findSamePerson, ({ body }) => {
        asked.push(body);
        return found(body);
      }),
      answer(adminPatients.calls.create, ({ body }) => {
        saved.push(body);
        return { row: PATIENT };
      }),
      answer(adminPatients.calls.read, { row: PATIENT }),
    ],
  });
  await user.type(await screen.findByRole('textbox', { name: 'Codice fiscale' }), PATIENT.fiscalCode);
  await user.type(screen.getByRole('textbox', { name: 'Cognome' }), 'Rossi');
  await user.type(screen.getByRole('textbox', { name: 'Nome' }), 'Mario');
  await user.type(screen.getByRole('textbox', { name: 'Data di nascita' }), '01/01/1980');
  for (const [name, choice] of [
    ['Sesso', 'Maschio'],
    ['Conferma degli acquisti', 'Con PIN'],
    ['Stato', 'Attivo'],
  ] as const) {
    await user.click(screen.getByRole('combobox', { name }));
    await user.click(await screen.findByTitle(choice));
  }
  return { user, asked, saved };
}

const PERSON = { firstName: 'Mario', lastName: 'Rossi', birthDate: '1980-01-01' };

test('rules §9 the same person: told before a patient is saved, and saved by one more press', async () => {
  const { user, asked, saved } = await fillIn({ found: () => ({ fiscalCodes: ['12345678903'], isElsewhere: true }) });
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  expect(await screen.findByText(HERE)).toBeVisible();
  expect(screen.getByText(ELSEWHERE)).toBeVisible();
  expect([asked, saved]).toEqual([[PERSON], []]);
  const again = screen.getByRole('button', { name: 'Salva lo stesso' });
  // A press that comes at once belongs to the one before.
  await waitFor(async () => {
    await user.click(again);
    expect(saved).toMatchObject([PERSON]);
  });
  expect(asked).toHaveLength(1);
});

test('rules §9 the same person: another name is another question', async () => {
  const { user, asked, saved } = await fillIn({
    found: ({ lastName }) => (lastName === 'Rossi' ? { ...NOBODY, isElsewhere: true } : NOBODY),
  });
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  expect(await screen.findByText(ELSEWHERE)).toBeVisible();
  expect(screen.queryByText(HERE)).not.toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: 'Cognome' }), 'ni');
  expect(screen.queryByText(ELSEWHERE)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  await waitFor(() => expect(saved).toMatchObject([{ lastName: 'Rossini' }]));
  expect(asked).toEqual([PERSON, { ...PERSON, lastName: 'Rossini' }]);
});

test.each([
  ['nobody is the same', {}],
  ['the server cannot tell', { names: ['admin-patients.search', 'admin-patients.create', 'admin-patients.read'] }],
])('rules §9 the same person: saved at once where %s', async (_, more) => {
  const { user, asked, saved } = await fillIn({ found: () => NOBODY, ...more });
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(asked).toHaveLength('names' in more ? 0 : 1);
});

test('rules §9 the same person: what cannot be asked is not saved, and says why', async () => {
  const { user, saved } = await fillIn({ found: () => NOBODY });
  network.use(refuse(findSamePerson, 'TOO_MANY_REQUESTS', { retryAfter: 7 }));
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  expect(await screen.findByText(/Troppe richieste/)).toBeVisible();
  expect(saved).toEqual([]);
  network.use(answer(findSamePerson, NOBODY));
  const again = screen.getByRole('button', { name: 'Salva lo stesso' });
  // A press that comes at once belongs to the one before.
  await waitFor(async () => {
    await user.click(again);
    expect(saved).toHaveLength(1);
  });
});

test('rules §9 the same person: who is edited is asked about when name or birth date change, and is not their own double', async () => {
  const asked: unknown[] = [];
  const saved: unknown[] = [];
  const { user } = renderOperator('/gestione/assistiti', {
    handlers: [
      answer(findSamePerson, ({ body }) => {
        asked.push(body);
        return { ...NOBODY, fiscalCodes: ['12345678903'] };
      }),
      answer(adminPatients.calls.search, {
        rows: [PATIENT],
        pagination: { page: 0, pageSize: 10, totalCount: 1, totalPages: 1 },
      }),
      answer(adminPatients.calls.read, { row: PATIENT }),
      answer(adminPatients.calls.update, ({ body }) => {
        saved.push(body);
        return { row: PATIENT };
      }),
    ],
  });
  const edit = async () => {
    await screen.findByRole('heading', { level: 1, name: 'Assistiti' });
    await user.type(await screen.findByRole('textbox', { name: 'Codice fiscale' }), 'RSSMRA');
    await user.click(screen.getByRole('button', { name: 'Cerca' }));
    await user.click(await screen.findByRole('link', { name: /Modifica/ }));
    await screen.findByRole('heading', { level: 1, name: 'Modifica assistito' });
    const name = screen.getByRole('textbox', { name: 'Cognome' });
    await waitFor(() => expect(name).toHaveValue('Rossi'));
    return name;
  };
  await edit();
  await user.click(screen.getByRole('combobox', { name: 'Conferma degli acquisti' }));
  await user.click(await screen.findByTitle('Senza PIN'));
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(asked).toEqual([]);
  const name = await edit();
  await user.clear(name);
  await user.type(name, 'Piras');
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  expect(await screen.findByText(HERE)).toBeVisible();
  expect(asked).toEqual([{ ...PERSON, lastName: 'Piras', patientId: 31 }]);
  expect(saved).toHaveLength(1);
});
