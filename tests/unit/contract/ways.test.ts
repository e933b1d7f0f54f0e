import { expect, test } from 'vitest';
import { adminDeclarations } from '#contract/admin/resources.ts';
import { api } from '#contract/api.ts';
import { wayOf } from '#contract/call.ts';

test('design §4 two ways in: what offices read is apart from what a sale needs, and no call that writes is among it', () => {
  const ofOffice = new Set(api.filter((call) => wayOf(call) === 'office').map(({ name }) => name));
  const lists = adminDeclarations.flatMap(({ calls }) => [calls.search.name, calls.exportRows.name]);
  expect(lists.filter((name) => !ofOffice.delete(name))).toEqual([]);
  expect([...ofOffice].sort()).toEqual([
    'admin-closings.export',
    'admin-closings.readFigures',
    'admin-closings.search',
    'admin-consultations.download',
    'admin-consultations.downloadData',
    'admin-consultations.search',
    'admin-findings.export',
    'admin-findings.search',
    'admin-imports.downloadRefused',
    'admin-imports.downloadTemplate',
    'admin-imports.export',
    'admin-mismatches.export',
    'admin-mismatches.search',
    'admin-overview.read',
    'admin-spending.download',
    'admin-spending.read',
    'all-businesses.list',
    'amc-orders.downloadCsv',
    'amc-orders.downloadListCsv',
    'amc-orders.downloadListPdf',
    'amc-orders.downloadPdf',
    'amc-orders.downloadUbl',
    'amc-orders.preview',
    'amc-orders.readTotals',
    'amc-orders.search',
    'asl.readMine',
    'billing-summary.downloadInvoice',
    'billing-summary.downloadProducts',
    'billing-summary.downloadSummary',
    'billing-summary.readParts',
    'billing-summary.readTotals',
    'businesses.list',
    'end-of-day.read',
    'purchases.downloadList',
    'purchases.downloadStoreTransactions',
    'purchases.readTotals',
    'purchases.search',
  ]);
});

test('design §4 two ways in: whatever a till may call is a sale', () => {
  const ofTills = api.filter(({ access }) => access.includes('TILL'));
  expect(ofTills.length).toBeGreaterThan(10);
  expect(ofTills.filter((call) => wayOf(call) !== 'sale')).toEqual([]);
});
