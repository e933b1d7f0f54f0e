import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { searchPatients } from '#contract/calls/patients.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { reconcile } from '#server/ledger/reconcile.ts';
import { PATIENTS, PURCHASES, USERS } from '../support/fixture.ts';
import { signInAs, startTestServer } from '../support/harness.ts';
import { placeOrder } from '../support/order.ts';
import { isFull } from '#tests/extent.ts';
import { type DatabaseKind, type TestDatabase, administer, databaseUrl } from '../support/test-database.ts';

/** A folder for each released version, created by keep.ts, with the fixture as that version stored it. */
const VERSIONS = readdirSync(import.meta.dirname).filter((name) => /^\d/.test(name));

async function restoreEmbedded(version: string): Promise<TestDatabase> {
  const parent = await mkdtemp(join(tmpdir(), 'voucher-kept-'));
  const folder = join(parent, 'database');
  const archive = brotliDecompressSync(readFileSync(join(import.meta.dirname, version, 'pglite.tar.br')));
  const embedded = await PGlite.create({ dataDir: folder, loadDataDir: new Blob([archive]) });
  await embedded.close();
  return { location: { kind: 'pglite', folder }, remove: () => rm(parent, { recursive: true, force: true }) };
}

async function restorePostgres(version: string): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const name = `kept_${version.replaceAll('.', '_')}`;
  await administer(serverUrl, `create database ${name}`);
  const location = { kind: 'postgres', url: databaseUrl(serverUrl, name), poolSize: 5 } as const;
  const { db, close } = await openDatabase(location);
  await sql.raw(readFileSync(join(import.meta.dirname, version, 'postgres.sql'), 'utf8')).execute(db);
  await close();
  return { location, remove: () => administer(serverUrl, `drop database ${name} with (force)`) };
}

const RESTORE = { pglite: restoreEmbedded, postgres: restorePostgres } as const;

describe.each(VERSIONS)('design §4 migrations: what version %s stored', (version) => {
  test.each<DatabaseKind>(isFull ? ['pglite', 'postgres'] : ['postgres'])(
    'opens with this one, nothing lost (%s)',
    async (database) => {
      const copy = await RESTORE[database](version);
      const kept = await openDatabase(copy.location);
      const { amcOrderId } = await placeOrder(kept.db);
      await kept.close();
      const server = await startTestServer({ database, copy });
      const token = await signInAs(server, USERS.aurora);
      const query = { page: 0, size: 20, sort: 'createTime,desc' };
      const { purchases } = await server.callOk(searchPurchases, { query }, { token });
      const { fiscalCode } = PATIENTS.nearlySpent;
      const { patients } = await server.callOk(searchPatients, { query: { fiscalCode } }, { token });
      expect(purchases.map(({ purchaseId, status }) => [purchaseId, status])).toEqual([
        [PURCHASES.cancelled.id, 'CANCELLED'],
        [PURCHASES.active.id, 'ACTIVE'],
      ]);
      // A sale stores these names only since a later version.
      const names = purchases.map(({ business, store, items }) => [
        business?.companyName,
        store?.name,
        items.every(({ product }) => /^\d{13}$/.test(product.ean1 ?? '') && product.manufacturer?.name !== undefined),
      ]);
      expect(names[1]).toEqual(['Farmacia Aurora', 'Aurora Centro', true]);
      expect(patients[0]?.activeVouchers[0]?.residualAmount?.toString()).toBe('1');
      // The migrations compute the sums from the sales, and the months of an order from its purchases.
      const differing: string[] = [];
      const stop = new AbortController().signal;
      await reconcile(server.services, { onMismatch: (table) => differing.push(table), stop });
      expect(differing).not.toContain('monthly_spending');
      expect(await server.db.selectFrom('monthly_spending').select('month').execute()).not.toEqual([]);
      expect(differing).not.toContain('amc_order_month');
      const months = server.db.selectFrom('amc_order_month').select(['amc_order_id', 'purchases']);
      expect(await months.execute()).toEqual([{ amc_order_id: amcOrderId, purchases: 1 }]);
      await server.close();
    },
  );
});
