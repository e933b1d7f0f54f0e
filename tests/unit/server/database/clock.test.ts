import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Which files of the rooms of money ask the clock of their process, and for what. It decides nothing there. */
const OF_THE_PROCESS: Readonly<Record<string, string>> = {
  'administration/operators.ts': 'when a user was made or disabled',
  'administration/overview.ts': 'what is shown',
  'administration/read-changes.ts': 'access log',
  'administration/read-rows.ts': 'access log',
  'administration/resources/patients.ts': 'access log',
  'administration/routes.ts': 'access log, name of a file',
  'administration/same-person.ts': 'access log',
  'amc-orders/create-orders.ts': 'whether the order date of the shop is within two days',
  'amc-orders/open-orders.ts': 'metric',
  'ledger/invoice.ts': 'date of a draft',
  'patients/patient-file.ts': 'access log',
  'patients/search-patients.ts': 'what is shown, access log, limit of lookups',
  'patients/vouchers.ts': 'that of PostgreSQL, in a statement',
  'pins/issue-pin.ts': 'date of a letter',
  'pins/many-wrong-pins.ts': 'alarm',
  'purchases/read-receipt.ts': 'access log',
  'purchases/routes.ts': 'date of a printout',
  'purchases/search-purchases.ts': 'what is shown, access log',
  'sale/change-cart.ts': 'access log of who reads a cart',
};

test('design §4 one clock: in the rooms of money the clock of a process decides nothing', () => {
  const rooms = /^(?:administration|amc-orders|ledger|patients|pins|purchases|sale)\//;
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => rooms.test(file));
  const asking = files.filter(
    (file) => file.endsWith('.ts') && /\bnow\(\)|new Date\(\)|Date\.now/.test(readFileSync(`server/${file}`, 'utf8')),
  );
  expect(asking.sort()).toEqual(Object.keys(OF_THE_PROCESS).sort());
});
