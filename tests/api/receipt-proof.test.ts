import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyReceipt } from '#contract/calls/purchases.ts';
import { receiptCode } from '#server/purchases/receipt-proof.ts';
import { cancel } from './support/after-sale.ts';
import { PRODUCTS, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { SALES, sell } from './support/sale.ts';

describeOnEachDatabase('receipts that prove themselves', (database) => {
  let server: TestServer;
  let purchaseId: number;
  beforeAll(async () => {
    server = await startTestServer({ database });
    const token = await signInAs(server, USERS.aurora);
    purchaseId = Number(await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 2));
  });
  afterAll(() => server.close());

  const verify = (code: string) => server.callOk(verifyReceipt, { body: { code } });

  test('§2 step 4: whoever holds a receipt learns number, store, day and amount, and no word about the patient', async () => {
    const { receipt } = await verify(await receiptCode(server.db, purchaseId));
    expect(Object.keys(receipt ?? {}).toSorted()).toEqual([
      'address',
      'amount',
      'companyName',
      'day',
      'purchaseId',
      'storeName',
    ]);
    expect(receipt).toMatchObject({ purchaseId });
  });

  test('§2 step 4: no other code proves anything: of a neighbour, changed by one bit, cut or lengthened', async () => {
    const code = await receiptCode(server.db, purchaseId);
    const bytes = Buffer.from(code, 'base64url');
    const changed = [...bytes.keys()].map((index) => {
      const other = Buffer.from(bytes);
      other.writeUInt8(other.readUInt8(index) ^ 1, index);
      return other.toString('base64url');
    });
    for (const wrong of [
      ...changed,
      code.slice(1),
      `${code}A`,
      `${code}=`,
      code.toLowerCase(),
      '',
      String(purchaseId),
    ]) {
      expect([wrong, await verify(wrong)]).toEqual([wrong, {}]);
    }
  });

  test('§2 step 4: the code of a purchase that is not there proves nothing', async () => {
    expect(await verify(await receiptCode(server.db, 2_000_000))).toEqual({});
  });

  test('§4 cancelled purchase: its receipt says since when it stands no more', async () => {
    const token = await signInAs(server, USERS.aurora);
    await cancel(server, token, purchaseId);
    const { receipt } = await verify(await receiptCode(server.db, purchaseId));
    expect(receipt?.cancelledOn).toEqual(expect.any(String));
  });
});
