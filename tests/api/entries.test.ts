import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { consultationWriter } from '#server/domain/audit/consultation-writer.ts';
import type { Principal } from '#server/domain/context.ts';
import { inBatches } from '#server/domain/batches.ts';
import { readEntries } from '#server/domain/ledger/read-entries.ts';
import { POSITION, type ReferencePosition, entriesOf } from '#server/domain/ledger/references.ts';
import { fillPurchases } from '#tests/support/fill-purchases.ts';
import { PATIENTS, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from './support/harness.ts';

const AT = new Date('2025-06-01T00:00:00Z');
const LATER = new Date('2025-06-01T00:00:01Z');

/** A user of a shop. */
const PRINCIPAL: Principal = {
  sessionId: '',
  userId: 1,
  username: USERS.aurora,
  profile: 'BUSINESS',
  businessId: 1,
  aslId: null,
  call: 'billing-summary.downloadProducts',
  address: '127.0.0.1',
  trace: '',
};

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

  test('rules §4 access log: entries are handed on once their patients are written, and none if that fails', async () => {
    const { db } = server;
    const references = entriesOf(db, db.selectFrom('purchase'), { from: AT, until: LATER });
    const { signal } = new AbortController();
    let isWritten = false;
    const write = async () => {
      await turn();
      isWritten = true;
    };
    const { value } = await readEntries(db, references, write, signal).next();
    expect([value?.length, isWritten]).toEqual([30, true]);
    const fail = () => Promise.reject(new Error('not written'));
    await expect(readEntries(db, references, fail, signal).next()).rejects.toThrow('not written');
  });

  test('rules §4 access log: a patient of two batches is written once, though the second comes meanwhile', async () => {
    await server.db.deleteFrom('consultation').execute();
    const [one, two, three] = [PATIENTS.withPin.id, PATIENTS.withoutPin.id, PATIENTS.withPin.id];
    const consult = consultationWriter(server.db, PRINCIPAL, { at: AT });
    await Promise.all([consult([one, two]), consult([three])]);
    const rows = await server.db.selectFrom('consultation').select('patient_id').execute();
    expect(rows.map((row) => row.patient_id).toSorted()).toEqual([one, two].toSorted());
  });
});
