import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What is not of the patient: how names are found, who sold, who made the product, and its VAT. */
const UNTOLD = {
  PatientTable: ['folded_first_name', 'folded_last_name'],
  DossierTable: [],
  VoucherTable: [],
  PurchaseTable: ['user_id'],
  PurchaseItemTable: ['manufacturer', 'sold_vat_rate'],
  PaperSheetTable: [],
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
