import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { inBatches } from '#server/domain/batches.ts';
import { POSITION, type ReferencePosition, entriesOf } from '#server/domain/ledger/references.ts';
import { fillPurchases } from '#tests/support/fill-purchases.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from './support/harness.ts';

const AT = new Date('2025-06-01T00:00:00Z');
const LATER = new Date('2025-06-01T00:00:01Z');

describeOnEachDatabase('the entries of a period', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database });
    await fillPurchases(server.db, { count: 20, lines: 1, from: AT, until: AT });
    await sql`update purchase set status = 'CANCELLED', cancelled_at = created_at
      where created_at = ${AT} and purchase_id % 2 = 0`.execute(server.db);
  });
  afterAll(() => server.close());

  test.each([1, 2, 3, 7])(
    'rules §7 documents: of sales and cancellations at one instant each stands once, the sale first, in batches of %i',
    async (batchRows) => {
      const { db } = server;
      const references = entriesOf(db, db.selectFrom('purchase'), { from: AT, until: LATER });
      const read = (after: ReferencePosition | undefined, limit: number) =>
        db.selectFrom(references(after, limit).as('entry')).select(POSITION).orderBy('entry.place').execute();
      const found: string[] = [];
      for await (const batch of inBatches<ReferencePosition>(read, new AbortController().signal, Infinity, batchRows)) {
        found.push(...batch.map((entry) => `${entry.purchase_id} ${entry.sign}`));
      }
      const ids = Array.from({ length: 20 }, (_, index) => 1_000_000 + index);
      expect(found).toEqual(ids.flatMap((id) => (id % 2 === 0 ? [`${id} 1`, `${id} -1`] : [`${id} 1`])));
    },
  );
});
