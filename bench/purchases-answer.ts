const PIECE = 1000;
const FIRST_INSTANT = Date.UTC(2026, 9, 1, 7);
const MINUTE_MS = 60_000;

/** A purchase line as the reference server sends it, so that the response has a realistic size. */
function line(purchase: number, position: number) {
  return {
    quantity: 1 + (position % 3),
    pricePerUnit: 3.19,
    totalPrice: Math.round(319 * (1 + (position % 3))) / 100,
    product: {
      productId: 100 + ((purchase + position) % 900),
      name: `Pane casereccio senza glutine ${String(position)}`,
      ean1: '8001234567897',
      refPrice: 3.05,
      categories: [{ categoryId: 4, name: 'Pane e sostitutivi' }],
      manufacturer: { manufacturerId: 12, name: 'Forno della Valle' },
    },
  };
}

function purchase(index: number) {
  return {
    purchaseId: 500_000 - index,
    createTime: new Date(FIRST_INSTANT + index * MINUTE_MS).toISOString(),
    itemsAmount: ((index * 7919) % 15_000) / 100 + 1,
    status: 'ACTIVE',
    cancelable: true,
    items: Array.from({ length: 1 + (index % 6) }, (_, position) => line(index, position)),
    patient: { patientId: index % 8000, firstName: 'Maria', lastName: 'Rossi', fiscalCode: 'RSSMRA80A41H501W' },
    dossierId: index % 8000,
    business: { businessId: 1, companyName: 'Farmacia Rossi' },
    store: { storeId: 1 + (index % 4), name: 'Farmacia Rossi, sede' },
  };
}

/** The response on the wire to a search that finds `count` purchases, with this page of them. */
export function purchasesAnswer(count: number, { page, size }: { page: number; size: number }): Buffer {
  const first = page * size;
  const end = Math.min(count, first + size);
  const pieces: string[] = [];
  for (let start = first; start < end; start += PIECE) {
    const rows = Array.from({ length: Math.min(PIECE, end - start) }, (_, offset) => purchase(start + offset));
    pieces.push(JSON.stringify(rows).slice(1, -1));
  }
  const pagination = { page, pageSize: size, totalCount: count, totalPages: Math.ceil(count / size) };
  const head = `{"data":{"purchases":[`;
  const tail = `],"pagination":${JSON.stringify(pagination)}},"status":{"trace":"bench"}}`;
  return Buffer.from(head + pieces.join(',') + tail);
}
