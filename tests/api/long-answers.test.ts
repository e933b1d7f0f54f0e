import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, get } from 'node:http';
import type { Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { downloadBillProducts, downloadBillSummary } from '#contract/calls/billing-summary.ts';
import { listBusinesses } from '#contract/calls/businesses.ts';
import { searchProducts } from '#contract/calls/products.ts';
import { downloadStoreTransactions, readPurchaseTotals, searchPurchases } from '#contract/calls/purchases.ts';
import { formatTotal, money } from '#contract/rules/money.ts';
import type { Settings } from '#server/settings/settings.ts';
import { buildApp } from '#server/app.ts';
import { openDatabase, type OpenDatabase } from '#server/database/open-database.ts';
import type { Services } from '#server/services.ts';
import { selectFiltered } from '#server/purchases/search-purchases.ts';
import { readCsv } from '#tests/csv-rows.ts';
import { fillPurchases } from '#tests/support/fill-purchases.ts';
import { cellsAfter, columnSum, readBillDocuments } from './support/documents.ts';
import { ASL, PATIENTS, STORES, USERS } from './support/fixture.ts';
import { isFull } from '#tests/extent.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { placeOrder } from './support/order.ts';
import { freePort } from '#tests/support/free-port.ts';
import { makeTestDatabase, withOffice } from './support/test-database.ts';

const FROM = new Date('2025-06-01T00:00:00Z');
const UNTIL = new Date('2026-04-30T12:00:00Z');
const YEAR = { dateStart: '2025-06-01', dateEnd: '2026-04-30', aslId: ASL.sassari };
/** More rows than one batch, and no multiple of its size. */
const MANY = 1320;
/** Requests are not limited, because the tests are about another limit. */
const UNHURRIED = { RATE_LIMIT_PER_MINUTE: '1000000' };
const ALL_ROWS = 999_999;

describeOnEachDatabase('answers of any length', (database) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ database, env: UNHURRIED });
    await fillPurchases(server.db, { count: MANY, lines: 2, from: FROM, until: UNTIL, storeId: STORES.auroraCentro });
    token = await signInAs(server, USERS.aurora);
  });
  afterAll(() => server.close());

  test('§7 businesses and products: of more than one batch every row stands once, in its order', async () => {
    await sql`
      insert into business (company_name, vat, fiscal_code, address)
      select 'Azienda ' || n % 7, 'V' || n, 'F' || n, 'Via Roma' from generate_series(1, 250) n`.execute(server.db);
    await sql`
      insert into product (name, ean1, ref_price, manufacturer_id, category_type)
      select 'Pane ' || n % 7, 'E' || n, 1, (select min(manufacturer_id) from manufacturer), 'CELIAC'
      from generate_series(1, 250) n`.execute(server.db);
    const { rows } = await sql<{ businesses: number[]; products: number[] }>`
      select (select array_agg(business_id order by company_name, business_id) from business) as businesses,
             (select array_agg(product_id order by name desc, product_id desc) from product) as products`.execute(
      server.db,
    );
    const { businesses } = await server.callOk(listBusinesses, {});
    expect(businesses.map(({ businessId }) => businessId)).toEqual(rows[0]?.businesses);
    expect(businesses.filter(({ stores }) => stores?.length).length).toBeGreaterThan(1);
    const query = { size: ALL_ROWS, sort: 'name,desc' };
    const { products, pagination } = await server.callOk(searchProducts, { query }, { token });
    expect(products.map(({ productId }) => productId)).toEqual(rows[0]?.products);
    expect(pagination.totalCount).toBe(products.length);
  });

  test('rules §7 bill: of more than one batch every line stands once, and both documents come to what the database says', async () => {
    const { rows } = await sql<{ lines: number; owed: string }>`
      select sum(lines)::int as lines, sum(owed)::text as owed from (
        select count(*) as lines, sum(total) as owed from purchase join purchase_item using (purchase_id)
          where asl_id = ${ASL.sassari} and business_id = 1 and created_at >= ${FROM} and created_at <= ${UNTIL}
        union all select count(*), -sum(total) from purchase join purchase_item using (purchase_id)
          where asl_id = ${ASL.sassari} and business_id = 1 and cancelled_at >= ${FROM} and cancelled_at <= ${UNTIL}
      ) part`.execute(server.db);
    const { pdf, csv } = await readBillDocuments(server, token, YEAR);
    const owed = money(rows[0]?.owed ?? 0);
    expect(csv.rows).toHaveLength(rows[0]?.lines ?? 0);
    expect(columnSum(csv, 'Importo (€)').toFixed(2)).toBe(owed.toFixed(2));
    expect(csv.facts.get('Totale di controllo (€)')).toEqual([owed.toFixed(2).replace('.', ',')]);
    expect(cellsAfter(pdf, 'Totale di controllo', 1)).toEqual([formatTotal(owed)]);
    const lines = csv.rows.map((row) =>
      ['Operazione', 'Numero acquisto', 'EAN'].map((title) => row.get(title)).join(' '),
    );
    expect(new Set(lines).size).toBe(lines.length);
    const days = csv.rows.map((row) => row.get('Data e ora') ?? '');
    const sortable = days.map((day) => `${day.slice(6, 10)}${day.slice(3, 5)}${day.slice(0, 2)}`);
    expect(sortable).toEqual([...sortable].sort());
  });

  test('§7 transactions/csv: a store with more than one batch has each transaction once, and each patient is consulted once', async () => {
    await server.db.deleteFrom('consultation').execute();
    const params = { storeId: STORES.auroraCentro };
    const { base64 } = await server.callOk(downloadStoreTransactions, { params }, { token });
    const rows = readCsv(Buffer.from(base64, 'base64'));
    const { rows: found } = await sql<{ count: number }>`
      select (count(*) + count(cancelled_at))::int as count from purchase
      where store_id = ${STORES.auroraCentro}`.execute(server.db);
    const end = rows.findIndex((row) => row.join('') === '');
    expect(new Set(rows.slice(1, end).map((row) => row.slice(1, 3).join(' '))).size).toBe(found[0]?.count);
    const consulted = await server.db.selectFrom('consultation').select('patient_id').execute();
    expect(new Set(consulted.map((row) => row.patient_id)).size).toBe(consulted.length);
  });

  const sorts = ['status,itemsAmount,desc', 'createTime,desc', 'createTime,asc', 'itemsAmount,asc', 'purchaseId,desc'];
  test.each(isFull ? sorts : sorts.slice(0, 1))(
    '§7 size=999999: all purchases come, each once, sorted by %s',
    async (sort) => {
      const ask = (query: object) => server.callOk(searchPurchases, { query: { sort, ...query } }, { token });
      const all = await ask({ size: ALL_ROWS });
      expect(all.purchases).toHaveLength(all.pagination.totalCount);
      expect(all.pagination.totalCount).toBeGreaterThan(MANY);
      const ids = all.purchases.map(({ purchaseId }) => purchaseId);
      expect(new Set(ids).size).toBe(ids.length);
      const pages = await Promise.all([0, 1, 2, 3].map((page) => ask({ page, size: 350 })));
      expect(pages.flatMap(({ purchases }) => purchases.map(({ purchaseId }) => purchaseId))).toEqual(ids);
    },
  );

  test('§7 purchases/search: its number rests on the sums by month, and a page far away is the one that was asked for', async () => {
    const ask = (query: object) => server.callOk(searchPurchases, { query }, { token });
    const [storeId, purchaseStatusList] = [STORES.auroraCentro, 'CANCELLED'];
    const { rows } = await sql<{ ids: number[]; counts: number[] }>`
      select array_agg(purchase_id order by created_at, purchase_id) as ids, array[
        count(*), count(*) filter (where status = 'CANCELLED'), count(*) filter (where store_id = ${storeId}),
        count(*) filter (where store_id = ${storeId} and status = 'CANCELLED')
      ]::int[] as counts from purchase where business_id = 1`.execute(server.db);
    const found = await Promise.all(
      [{}, { purchaseStatusList }, { storeId }, { storeId, purchaseStatusList }].map(ask),
    );
    expect(found.map(({ pagination }) => pagination.totalCount)).toEqual(rows[0]?.counts);
    for (const page of [0, 7, 12]) {
      const { purchases } = await ask({ page, size: 100, sort: 'createTime,asc' });
      expect(purchases.map(({ purchaseId }) => purchaseId)).toEqual(rows[0]?.ids.slice(page * 100, page * 100 + 100));
    }
  });

  test('design §4 plans: the history of a patient comes from an index, in its order', async () => {
    const lines = await server.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      await sql`set local enable_sort = off`.execute(trx);
      await sql`set local enable_bitmapscan = off`.execute(trx);
      const found = await selectFiltered(trx, 1, { patientId: PATIENTS.withPin.id });
      return found
        .select('purchase_id')
        .orderBy('created_at', 'desc')
        .orderBy('purchase_id', 'desc')
        .limit(20)
        .explain<{ 'QUERY PLAN': string }>();
    });
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Only Scan using purchase_of_patient .*\s+Index Cond: .*patient_id/);
    expect(plan).not.toContain('Sort');
  });

  test('§7 size=999999: rows of a later batch that cannot be read are left out and counted at the end', async () => {
    const [late, later] = [1_000_100, 1_000_001];
    await sql`update purchase set items_amount = 'NaN' where purchase_id = ${late}`.execute(server.db);
    await sql`update purchase_item set product_name = repeat('x', 20001) where purchase_id = ${later}`.execute(
      server.db,
    );
    const query = { size: ALL_ROWS, dateEnd: '2026-04-30' };
    const found = await server.callOk(searchPurchases, { query }, { token });
    expect([found.leftOut, found.pagination.totalCount - found.purchases.length]).toEqual([2, 2]);
    await sql`update purchase_item set product_name = 'Pane' where purchase_id = ${later}`.execute(server.db);
    await sql`update purchase set items_amount = 5 where purchase_id = ${late}`.execute(server.db);
  });

  test('§7 size=999999: a first batch of which no row can be read is left out, and the answer is whole', async () => {
    const bad = 150;
    await sql`update purchase set items_amount = 'NaN' where purchase_id in (
      select purchase_id from purchase where business_id = 1 and created_at < '2026-05-01'
      order by created_at desc limit ${bad})`.execute(server.db);
    const query = { size: ALL_ROWS, dateEnd: '2026-04-30', sort: 'createTime,desc' };
    const found = await server.callOk(searchPurchases, { query }, { token });
    expect([found.leftOut, found.pagination.totalCount - found.purchases.length]).toEqual([bad, bad]);
    await sql`update purchase set items_amount = 5 where items_amount = 'NaN'`.execute(server.db);
  });

  test('§7 amc/orders/search: more orders than one batch, each once', async () => {
    for (let order = 0; order < 260; order += 1) await placeOrder(server.db, { purchaseIds: [] });
    const { orders, pagination } = await server.callOk(searchAmcOrders, { query: { size: ALL_ROWS } }, { token });
    expect(orders).toHaveLength(260);
    expect([new Set(orders.map(({ amcOrderId }) => amcOrderId)).size, pagination.totalCount]).toEqual([260, 260]);
  });

  test('rules §7 period: a bill is of 366 days at most, and the refusal names the field', async () => {
    const query = { ...YEAR, dateEnd: '2026-06-02' };
    for (const call of [downloadBillSummary, downloadBillProducts]) {
      const refused = await server.call(call, { query }, { token });
      expect(refused).toMatchObject({ status: 400, error: { description: 'INVALID_REQUEST', field: 'dateEnd' } });
    }
    const leapYear = { ...YEAR, dateStart: '2024-01-01', dateEnd: '2024-12-31' };
    expect((await server.call(downloadBillProducts, { query: leapYear }, { token })).status).toBe(200);
  });
});

/** Connections for offices: half of them for an address, a quarter, rounded up, for a user. */
const OFFICE = 6;

describe('answers that are cut off, left and too many (postgres)', () => {
  let server: TestServer;
  let beside: OpenDatabase;
  let url: string;
  let close: () => Promise<void>;
  let asked = 0;
  const tokens: Record<'aurora' | 'corso' | 'asl', string> = { aurora: '', corso: '', asl: '' };
  beforeAll(async () => {
    const copy = await makeTestDatabase('postgres');
    const change = (settings: Settings): Settings => {
      const { http } = settings;
      return { ...settings, http: { ...http, documents: { ...http.documents, atOnce: 2 } } };
    };
    server = await startTestServer({
      database: 'postgres',
      copy: { ...copy, location: withOffice(copy.location, OFFICE) },
      env: UNHURRIED,
      change,
    });
    await fillPurchases(server.db, {
      count: 20_000,
      lines: 5,
      from: FROM,
      until: UNTIL,
      aslId: ASL.sassari,
      storeId: STORES.auroraCentro,
    });
    const { location } = copy;
    const besideUrl = location.kind === 'postgres' ? `${location.url}?application_name=beside` : '';
    beside = await openDatabase({ kind: 'postgres', url: besideUrl, poolSize: 2 });
    tokens.aurora = await signInAs(server, USERS.aurora);
    tokens.corso = await signInAs(server, USERS.corso);
    tokens.asl = await signInAs(server, USERS.aslSassari);
    const db = server.db.withPlugin({
      transformQuery: ({ node }) => {
        asked += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
    const services: Services = { ...server.services, db };
    const app = await buildApp({ settings: server.settings, services });
    url = await app.listen({ host: '127.0.0.1', port: await freePort() });
    close = () => app.close();
  });
  afterAll(async () => {
    await close();
    await beside.close();
    await server.close();
  });

  function begin(path: string, query: object, token = tokens.aurora): ClientRequest {
    const address = new URL(path, url);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
    const request = get(address, { agent: false, headers: { authorization: `Bearer ${token}` } });
    request.on('error', () => undefined);
    return request;
  }

  async function answerTo(request: ClientRequest): Promise<IncomingMessage> {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.pause();
    return response;
  }

  /** The rest of a response, and whether it is complete. */
  async function readRest(response: IncomingMessage): Promise<{ text: string; isComplete: boolean }> {
    const pieces: Buffer[] = [];
    response.on('data', (piece: Buffer) => pieces.push(piece));
    response.on('error', () => undefined);
    response.resume();
    await new Promise((closed) => response.once('close', closed));
    return { text: Buffer.concat(pieces).toString('utf8'), isComplete: response.complete };
  }

  async function waiting(): Promise<number> {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(beside.db);
    return rows.length;
  }

  /** Stops every document from reading on during the work. */
  async function whileHeld<T>(work: () => Promise<T>): Promise<T> {
    return beside.db.transaction().execute(async (trx) => {
      await sql`lock table ledger_entry, purchase_item in access exclusive mode`.execute(trx);
      return work();
    });
  }

  async function isFree(path: string, query: object, token = tokens.aurora): Promise<boolean> {
    const request = begin(path, query, token);
    const { statusCode } = await answerTo(request);
    request.destroy();
    return statusCode === 200;
  }

  const DAY = { ...YEAR, dateStart: '2025-06-01', dateEnd: '2025-06-01' };

  test.each([
    ['a document', downloadBillProducts.path, YEAR],
    ['a list', searchPurchases.path, { size: ALL_ROWS }],
  ])(
    'rules §1 envelope: %s whose database connection is cut midway ends the connection, never as JSON',
    async (_what, path, query) => {
      const response = await answerTo(begin(path, query));
      expect(response.statusCode).toBe(200);
      const rest = await whileHeld(async () => {
        const reading = readRest(response);
        await expect.poll(waiting).toBe(1);
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(beside.db);
        return reading;
      });
      expect(rest.isComplete).toBe(false);
      expect(rest.text.length).toBeGreaterThan(10_000);
      expect(() => JSON.parse(rest.text) as unknown).toThrow(SyntaxError);
      await expect.poll(() => isFree(downloadBillProducts.path, DAY)).toBe(true);
    },
  );

  test('design §4 database away: what fails before the first bytes of a document is 503 in the envelope, and the next is answered', async () => {
    const answer = await whileHeld(async () => {
      const asking = server.call(downloadBillProducts, { query: YEAR }, { token: tokens.aurora });
      await expect.poll(waiting).toBe(1);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(beside.db);
      return asking;
    });
    expect(answer).toMatchObject({ status: 503, error: { description: 'SERVICE_UNAVAILABLE' } });
    await server.callOk(downloadBillProducts, { query: DAY }, { token: tokens.aurora });
  });

  test('design §4 long answers: however much one user asks for, the long queries of another are answered', async () => {
    const search = (token: string) => server.call(searchPurchases, { query: { categoryId: 1 } }, { token });
    const many = await whileHeld(async () => {
      const asking = [1, 2, 3, 4, 5].map(() => search(tokens.aurora));
      await expect.poll(waiting).toBe(2);
      await server.callOk(searchProducts, { query: { name: 'pane' } }, { token: tokens.corso });
      expect(await waiting()).toBe(2);
      return { asking };
    });
    for (const answer of await Promise.all(many.asking)) expect(answer.status).toBe(200);
  });

  test('design §4 long answers: while totals take their time, pages of lists are answered', async () => {
    const totals = (token: string) => server.call(readPurchaseTotals, { query: { categoryId: 1 } }, { token });
    const many = await whileHeld(async () => {
      const asking = [tokens.aurora, tokens.aurora, tokens.corso, tokens.corso].map(totals);
      await expect.poll(waiting).toBe(3);
      await server.callOk(searchProducts, { query: { name: 'pane' } }, { token: tokens.corso });
      return { asking };
    });
    for (const answer of await Promise.all(many.asking)) expect(answer.status).toBe(200);
  });

  test('design §4 metrics: documents are counted by how they end, and those that fail midway are', async () => {
    const ended = async () => {
      const { values } = await server.services.metrics.documents.get();
      const count = (outcome: string) => values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
      return { complete: count('complete'), cancelled: count('cancelled'), failed: count('failed') };
    };
    await server.callOk(downloadBillProducts, { query: DAY }, { token: tokens.aurora });
    const first = await ended();
    expect(first.complete).toBeGreaterThan(0);
    const request = begin(downloadBillProducts.path, YEAR);
    await answerTo(request);
    request.destroy();
    const second = { ...first, cancelled: first.cancelled + 1 };
    await expect.poll(ended).toEqual(second);
    const response = await answerTo(begin(downloadBillProducts.path, YEAR));
    await whileHeld(async () => {
      const reading = readRest(response);
      await expect.poll(waiting).toBe(1);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(beside.db);
      return reading;
    });
    expect(await ended()).toEqual({ ...second, failed: first.failed + 1 });
  });

  /** The number of database queries during twenty readiness checks, which ask over a connection of their own. */
  const askedBesides = async () => {
    const before = asked;
    for (let call = 0; call < 20; call += 1) await fetch(`${url}/readyz`);
    return asked - before;
  };

  test.each([
    ['a summary that is being added up', downloadBillSummary.path, YEAR],
    ['a detail', downloadBillProducts.path, YEAR],
    ['a list', searchPurchases.path, { size: ALL_ROWS }],
  ])('design §4 client gone: %s is read no further, and its slot is free', async (_what, path, query) => {
    await whileHeld(async () => {
      const request = begin(path, query);
      await expect.poll(waiting).toBe(1);
      request.destroy();
      // The slot is free at once, although the last batch is still running.
      await expect
        .poll(() => server.call(readCurrentUser, {}, { token: tokens.aurora }))
        .toMatchObject({ status: 200 });
    });
    await expect.poll(() => isFree(downloadBillProducts.path, DAY)).toBe(true);
    // Running queries may still end.
    await expect.poll(askedBesides).toBe(0);
  });

  /** Asks for a document and leaves while its first batch is read. Then does the work, while the batch is still read. */
  async function leave(path: string, work: () => void): Promise<void> {
    await whileHeld(async () => {
      const connected = once(server.app.server, 'connection') as Promise<[Socket]>;
      const query = new URLSearchParams(YEAR as unknown as Record<string, string>).toString();
      const request = get(`${server.url}${path}?${query}`, {
        agent: false,
        headers: { authorization: `Bearer ${tokens.aurora}` },
      }).on('error', () => undefined);
      const [socket] = await connected;
      await expect.poll(waiting).toBe(1);
      const gone = once(socket, 'close');
      request.destroy();
      await gone;
      await new Promise((turn) => setImmediate(turn));
      work();
    });
  }

  test('design §4 client gone: the slot of a document is not free before the work on it has ended', async () => {
    const { documents } = server.app.slots;
    await leave(downloadBillSummary.path, () => expect(documents.counts.running).toBe(1));
    await expect.poll(() => documents.counts.running).toBe(0);
  });

  test('design §4 client gone: no patient of a batch that goes to nobody is in the access log', async () => {
    const { documents } = server.app.slots;
    const countConsultations = async () => (await sql`select from consultation`.execute(beside.db)).rows.length;
    const before = await countConsultations();
    await leave(downloadBillProducts.path, () => expect(documents.counts.running).toBe(1));
    await expect.poll(() => documents.counts.running).toBe(0);
    expect(await countConsultations()).toBe(before);
    await server.callOk(downloadBillProducts, { query: DAY }, { token: tokens.aurora });
    expect(await countConsultations()).toBeGreaterThan(before);
  });

  test('design §4 client gone: a client that takes nothing more costs the database nothing', async () => {
    const request = begin(downloadBillProducts.path, YEAR);
    const response = await answerTo(request);
    const busy = async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database()
        and application_name <> 'beside' and state <> 'idle'`.execute(beside.db);
      return rows.length;
    };
    await expect.poll(async () => [await askedBesides(), await busy()]).toEqual([0, 0]);
    expect(response.complete).toBe(false);
    request.destroy();
  });

  test('rules §2 statuses: a second document of one user and a third of this process are 429, with when to ask again', async () => {
    await expect.poll(() => isFree(downloadBillProducts.path, DAY)).toBe(true);
    await whileHeld(async () => {
      const [own, other] = [
        begin(downloadBillProducts.path, YEAR),
        begin(downloadBillProducts.path, { ...YEAR, businessId: 1 }, tokens.asl),
      ];
      await expect.poll(waiting).toBe(2);
      const signed = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
      const address = `${url}${downloadBillSummary.path}?${new URLSearchParams({ ...DAY, aslId: '1' }).toString()}`;
      const again = await fetch(address, signed(tokens.aurora));
      const third = await fetch(address, signed(tokens.corso));
      expect([again.status, third.status]).toEqual([429, 429]);
      expect([again, third].map(({ headers }) => headers.get('retry-after'))).toEqual(['10', '10']);
      expect(await again.json()).toMatchObject({ error: { code: 4291, description: 'DOCUMENT_UNDERWAY' } });
      expect(await third.json()).toMatchObject({ error: { code: 4292, description: 'DOCUMENTS_BUSY' } });
      own.destroy();
      other.destroy();
    });
    await expect.poll(() => isFree(downloadBillProducts.path, DAY, tokens.corso)).toBe(true);
  });

  test('design §4 long lists: a ninth of one user is 429 until one has ended; short lists and documents come all the while', async () => {
    const all = { size: ALL_ROWS };
    const held = Array.from({ length: 8 }, () => begin(searchPurchases.path, all));
    const answers = await Promise.all(held.map(answerTo));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    const ask = (query: object) =>
      fetch(`${url}${searchPurchases.path}?${new URLSearchParams({ ...query }).toString()}`, {
        headers: { authorization: `Bearer ${tokens.aurora}` },
      });
    const ninth = await ask({ size: String(ALL_ROWS) });
    expect([ninth.status, ninth.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await ninth.json()).toMatchObject({ error: { code: 4290, description: 'TOO_MANY_REQUESTS' } });
    expect((await ask({ size: '50' })).status).toBe(200);
    expect(await isFree(downloadBillProducts.path, DAY)).toBe(true);
    for (const request of held.slice(1)) request.destroy();
    await expect.poll(() => isFree(searchPurchases.path, all)).toBe(true);
    held[0]?.destroy();
  });

  test('design §4 long lists: strangers have slots of their own, thirty for each address', async () => {
    await sql`
      insert into business (company_name, vat, fiscal_code, address)
      select 'Azienda ' || n, 'V' || n, 'F' || n, 'Via Roma' from generate_series(1, 250) n`.execute(server.db);
    const { lists, publicLists } = server.app.slots;
    const [own, ...others] = Array.from({ length: 30 }, () => publicLists.take('127.0.0.1'));
    expect(await server.call(listBusinesses, {})).toMatchObject({
      status: 429,
      error: { description: 'TOO_MANY_REQUESTS', retryAfter: 10 },
    });
    expect(lists.counts.running).toBe(0);
    own?.();
    expect((await server.call(listBusinesses, {})).status).toBe(200);
    for (const release of others) release();
    await expect.poll(() => publicLists.counts.running).toBe(0);
  });
});
