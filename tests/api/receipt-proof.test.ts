import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadReceipt, downloadRollReceipt, verifyReceipt } from '#contract/calls/purchases.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { money } from '#contract/rules/money.ts';
import { receiptCode } from '#server/purchases/receipt-proof.ts';
import { publicPaths } from '#src/providers/paths.ts';
import { readPdf } from '../pdf-text.ts';
import { readQrCode } from '../qr-code.ts';
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

  test.each([
    ['A4', downloadReceipt],
    ['a roll', downloadRollReceipt],
  ] as const)(
    '§2 step 4: the QR code on %s leads to the page of the portal with its purchase',
    async (_paper, call) => {
      const token = await signInAs(server, USERS.aurora);
      const file = await server.callOk<typeof downloadReceipt>(
        call as typeof downloadReceipt,
        { params: { purchaseId } },
        { token },
      );
      const [page, code = ''] = readQrCode(readPdf(Buffer.from(file.base64, 'base64')).squares)?.split('#') ?? [];
      expect(page).toBe(server.settings.signOn.portalUrl + publicPaths.receipt);
      const sold = await server.db
        .selectFrom('purchase')
        .innerJoin('parties', 'parties.parties_id', 'purchase.parties_id')
        .select(['items_amount', 'company_name', 'store_name'])
        .where('purchase_id', '=', purchaseId)
        .executeTakeFirstOrThrow();
      expect((await verify(code)).receipt).toMatchObject({
        purchaseId,
        companyName: sold.company_name,
        storeName: sold.store_name,
        amount: money(sold.items_amount),
        day: romeDay(server.services.now()),
      });
    },
  );

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
