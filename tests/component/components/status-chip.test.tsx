import { useTranslate } from '@refinedev/core';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StatusChip } from '#src/components/display/status-chip.tsx';
import { chipOf, type StatusKind, type Tone, toneOf } from '#src/components/display/statuses.ts';
import texts from '../../../public/locales/it/table.json';
import { renderScreen } from '../render-screen.tsx';

const ROWS: readonly (readonly [StatusKind, string, string, Tone])[] = [
  ['voucher', 'ENABLED', 'Valido', 'good'],
  ['voucher', 'REVOKED', 'Revocato', 'bad'],
  ['voucher', 'DELETED', 'Eliminato', 'bad'],
  ['voucher', 'NO_VALUE', 'Disabilitato', 'bad'],
  ['voucher', 'EXPIRED', 'EXPIRED', 'bad'],
  ['dossier', 'APPROVED', 'Approvata', 'good'],
  ['dossier', 'REVOKED', 'Revocata', 'bad'],
  ['dossier', 'DELETED', 'Eliminata', 'bad'],
  ['dossier', 'NO_VALUE', 'Revocata', 'bad'],
  ['dossier', 'DRAFT', 'DRAFT', 'bad'],
  ['categoryType', 'CELIAC', 'CELIACHIA', 'neutral'],
  ['categoryType', 'PROTEIN_FREE', 'APROTEICO', 'neutral'],
  ['purchase', 'ACTIVE', 'COMPLETATO', 'good'],
  ['purchase', 'CANCELLED', 'STORNATO', 'bad'],
  ['esbOrder', 'PENDING', 'In attesa di invio', 'neutral'],
  ['esbOrder', 'SENT', 'Inviato', 'neutral'],
  ['esbOrder', 'ACCEPTED', 'Accettato', 'good'],
  ['esbOrder', 'REJECTED', 'Rifiutato', 'bad'],
  ['esbOrder', 'LOST', 'LOST', 'neutral'],
  ['month', 'OPEN', 'Aperto', 'neutral'],
  ['month', 'CLOSED', 'Chiuso', 'good'],
];

/** Class and icon of antd's tag. */
const LOOKS = {
  good: ['ant-tag-success', 'anticon-check-circle'],
  bad: ['ant-tag-error', 'anticon-close-circle'],
  neutral: ['ant-tag-processing', undefined],
} as const;

function Chip({ kind, status }: { readonly kind: StatusKind; readonly status: string }) {
  return <StatusChip {...chipOf(kind, status, useTranslate())} />;
}

test.each(ROWS)('§4 a status: %s %s reads %s, in the colour of §2: %s', async (kind, status, label, tone) => {
  await renderScreen(<Chip kind={kind} status={status} />, { texts: ['table'] });
  const chip = screen.getByText(label).closest('.ant-tag');
  const [colour, icon] = LOOKS[tone];
  expect(chip).toHaveClass(colour);
  expect(chip?.querySelector('.anticon')?.classList[1]).toBe(icon);
});

test('§2 a status that is missing is a dash without a chip', async () => {
  await renderScreen(<Chip kind="categoryType" status="-" />, { texts: ['table'] });
  expect(screen.getByText('-').closest('.ant-tag')).toBeNull();
});

test('§4 a status: every status with a text is above', () => {
  const known = Object.entries(texts.status).flatMap(([kind, words]) => Object.keys(words).map((word) => [kind, word]));
  expect(ROWS.map(([kind, status]) => [kind, status])).toEqual(expect.arrayContaining(known));
});

test.each([
  ['APPROVED', 'good'],
  ['ENABLED', 'good'],
  ['DISABLED', 'bad'],
  ['ANYTHING', 'bad'],
])('§2 the status of a record: %s is %s', (status, tone) => {
  expect(toneOf('record', status)).toBe(tone);
});

test.each(['constructor', 'toString', 'others'])(
  "§4 a status: another server's %s has the colour of all others",
  (status) => {
    expect(toneOf('voucher', status)).toBe('bad');
    expect(toneOf('month', status)).toBe('neutral');
  },
);
