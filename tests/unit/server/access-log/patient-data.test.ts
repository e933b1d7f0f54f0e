import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const schema = readFileSync('server/database/schema.ts', 'utf8');

/** What is not of the patient: how names are found, how often a row changed, who sold, who made the product, and its VAT. */
const UNTOLD = {
  Dossier: ['version'],
  PaperSheet: [],
  Patient: ['folded_first_name', 'folded_last_name', 'version'],
  Purchase: ['user_id'],
  PurchaseItem: ['manufacturer', 'sold_vat_rate'],
  Voucher: [],
};

test.each(Object.entries(UNTOLD))(
  'rules §9 access request: every column of %s is read, or listed as untold',
  (table, untold) => {
    const [declared = ''] = new RegExp(`^export interface ${table} .*?^}`, 'ms').exec(schema) ?? [];
    const columns = Array.from(declared.matchAll(/^ {2}(\w+):/gm), ([, column = '']) => column);
    const read = readFileSync('server/access-log/read-patient-data.ts', 'utf8');
    expect(columns).not.toEqual([]);
    expect(columns.filter((column) => !new RegExp(`\\b${column}\\b`).test(read))).toEqual(untold);
  },
);

/**
 * The tables beside those of the document that name a patient: those of the accesses it ends with, the ledger, whose
 * entries it tells as purchases, and what is kept for hours: commands before they are carried out, answers, counts.
 */
const BESIDE = ['Audit', 'Consultation', 'KeptAnswer', 'LedgerEntry', 'Lookup', 'TxCommand'];

test('rules §9 access request: each table with the id of a patient is in it', () => {
  const tables = Array.from(schema.matchAll(/^export interface (\w+) [\s\S]*?^}/gm), ([text, name = '']) => ({
    text,
    name,
  }));
  const named = tables.filter(({ text }) => /^ {2}patient_id:/m.test(text)).map(({ name }) => name);
  const read = readFileSync('server/access-log/read-patient-data.ts', 'utf8');
  const tableOf = (name: string) => name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  expect(named).toContain('Patient');
  expect(named.filter((name) => !read.includes(`.selectFrom('${tableOf(name)}')`))).toEqual(BESIDE);
});
