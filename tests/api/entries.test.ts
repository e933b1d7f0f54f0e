import { EventEmitter, once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { consultationWriter } from '#server/access-log/consultations.ts';
import type { Principal } from '#server/services.ts';
import { inBatches } from '#server/lists.ts';
import { entriesOf, type EntryPosition, readEntries } from '#server/ledger/entries.ts';
import { fillPurchases } from '#tests/support/fill-purchases.ts';
import { bookAgain } from '#tests/support/ledger.ts';
import { PATIENTS, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from './support/harness.ts';

const AT = new Date('2025-06-01T00:00:00Z');
const BULK = new Date('2025-06-02T00:00:00Z');
const AFTER_BULK = new Date('2025-06-02T00:00:01Z');
const FIRST_ID = 1_000_000;
const LATER = new Date('2025-06-01T00:00:01Z');

type Position = EntryPosition & { readonly kind: string };

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
    await fillPurchases(server.db, { count: 720, lines: 1, from: AT, until: AT });
    await sql`update purchase set status = 'CANCELLED', cancelled_at = created_at
      where created_at = ${AT} and purchase_id % 2 = 0`.execute(server.db);
    // 20 at one instant, and of another more than are read at once.
    await sql`update purchase set created_at = ${BULK}, status = 'ACTIVE', cancelled_at = null
      where purchase_id >= ${FIRST_ID + 20}::int`.execute(server.db);
    await bookAgain(server.db);
  });
  afterAll(() => server.close());

  test.each([1, 2, 3, 7])(
    'rules §7 documents: of sales and cancellations at one instant each stands once, the sale first, in batches of %i',
    async (batchRows) => {
      const { db } = server;
      const source = entriesOf(db.selectFrom('ledger_entry'), { from: AT, until: LATER });
      const read = (after: Position | undefined, limit: number): Promise<Position[]> =>
        db
          .selectFrom(source.select(after, limit).as('entry'))
          .select(['entry_id', 'purchase_id', 'kind', sql<string>`counts_at::text`.as('counts_at_text')])
          .execute();
      const found: string[] = [];
      for await (const batch of inBatches<Position>(read, new AbortController().signal, Infinity, batchRows)) {
        found.push(...batch.map((entry) => `${entry.purchase_id} ${entry.kind}`));
      }
      const ids = Array.from({ length: 20 }, (_, index) => FIRST_ID + index);
      expect(found).toEqual(
        ids.flatMap((id) => (id % 2 === 0 ? [`${id} SALE`, `${id} CANCELLATION`] : [`${id} SALE`])),
      );
    },
  );

  test('rules §4 access log: entries are handed on once their patients are written, and none if that fails', async () => {
    const { db } = server;
    const source = entriesOf(db.selectFrom('ledger_entry'), { from: AT, until: LATER });
    const { signal } = new AbortController();
    let isWritten = false;
    const write = async () => {
      await turn();
      isWritten = true;
    };
    const { value } = await readEntries(db, source, write, signal).next();
    expect([value?.length, isWritten]).toEqual([30, true]);
    const fail = () => Promise.reject(new Error('not written'));
    await expect(readEntries(db, source, fail, signal).next()).rejects.toThrow('not written');
  });

  test('rules §4 access log: what is read waits for its own patients, while the next is read, and is handed on in parts', async () => {
    const { db } = server;
    const source = entriesOf(db.selectFrom('ledger_entry'), { from: BULK, until: AFTER_BULK });
    const events = new EventEmitter();
    let batches = 0;
    const write = async () => {
      const batch = (batches += 1);
      events.emit(`read ${batch}`);
      await once(events, `written ${batch}`);
    };
    const isSecondRead = once(events, 'read 2');
    const entries = readEntries(db, source, write, new AbortController().signal);
    let isHandedOn = false;
    const batch = entries.next().then(({ value }) => {
      isHandedOn = true;
      return value;
    });
    await isSecondRead;
    await turn();
    expect(isHandedOn).toBe(false);
    events.emit('written 1');
    const sizes = [(await batch)?.length];
    for (let left = 5; left > 0; left -= 1) sizes.push((await entries.next()).value?.length);
    expect(sizes).toEqual([100, 100, 100, 100, 100, 100]);
    events.emit('error', new Error('not written'));
    await expect(entries.next()).rejects.toThrow('not written');
  });

  test('rules §4 access log: nothing is handed on after the reader has gone, though its patients are written', async () => {
    const { db } = server;
    const source = entriesOf(db.selectFrom('ledger_entry'), { from: AT, until: LATER });
    const gone = new AbortController();
    const write = async () => {
      await turn();
      gone.abort(new Error('gone'));
    };
    await expect(readEntries(db, source, write, gone.signal).next()).rejects.toThrow('gone');
  });

  test('rules §4 access log: a patient of two batches is written once, though the second comes meanwhile', async () => {
    await server.db.deleteFrom('consultation').execute();
    const [one, two, three] = [PATIENTS.withPin.id, PATIENTS.withoutPin.id, PATIENTS.withPin.id];
    const consult = consultationWriter(server.db, PRINCIPAL, { at: AT });
    const earlier = consult([one, two]);
    let isEarlierWritten = false;
    void earlier.then(() => (isEarlierWritten = true));
    await consult([three]);
    expect(isEarlierWritten).toBe(true);
    const rows = await server.db.selectFrom('consultation').select('patient_id').execute();
    expect(rows.map((row) => row.patient_id).toSorted()).toEqual([one, two].toSorted());
  });
});
