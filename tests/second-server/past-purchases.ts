import type { Line, Patient, Product, Purchase } from './fixture.ts';

/** The number of days in January 2026 with a purchase: more than a page of 20 rows. */
const DAYS = 23;
const LATE_IN_THE_EVENING = 'T23:30:00Z';
const CANCELLED = 3;
const OF_A_STATUS_NOBODY_KNOWS = 5;

function statusOf(number: number): string {
  if (number === CANCELLED) return 'CANCELLED';
  return number === OF_A_STATUS_NOBODY_KNOWS ? 'IN_GIACENZA' : 'ACTIVE';
}

/** The price has six decimals, and the quantities make its rounding visible. */
function lineOf(product: Product, number: number): Line {
  return { product, quantity: 1 + (number % 3), pricePerUnit: 1.234565 };
}

/** The same purchases for every fixture, one per day, shortly before midnight UTC: the next day in Rome. */
export function pastPurchases(patients: readonly Patient[], products: readonly Product[]): Purchase[] {
  const purchases: Purchase[] = [];
  for (let number = 1; number <= DAYS; number += 1) {
    const patient = patients[number % patients.length];
    const product = products[number % products.length];
    if (patient === undefined || product === undefined) continue;
    purchases.push({
      purchaseId: `acquisto/2026 ${number}`,
      createTime: `2026-01-${String(number).padStart(2, '0')}${LATE_IN_THE_EVENING}`,
      patient,
      lines: new Map([[product.productId, lineOf(product, number)]]),
      status: statusOf(number),
      amcOrderId: null,
    });
  }
  return purchases;
}
