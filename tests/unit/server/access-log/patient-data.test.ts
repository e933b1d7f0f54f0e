import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

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
    const schema = readFileSync('server/database/schema.ts', 'utf8');
    const [declared = ''] = new RegExp(`^export interface ${table} .*?^}`, 'ms').exec(schema) ?? [];
    const columns = Array.from(declared.matchAll(/^ {2}(\w+):/gm), ([, column = '']) => column);
    const read = readFileSync('server/access-log/read-patient-data.ts', 'utf8');
    expect(columns).not.toEqual([]);
    expect(columns.filter((column) => !new RegExp(`\\b${column}\\b`).test(read))).toEqual(untold);
  },
);
