/** What is sent in a call's path, query or body: what it means, and an example that the demonstration data answer to. */
interface Field {
  readonly description: string;
  readonly example: unknown;
}

const IDS = 'as the server gave it';

/** By name: one means the same in every call. */
export const FIELDS: Readonly<Record<string, Field>> = {
  RelayState: { description: 'What the sign-on request answered.', example: 'relay-1' },
  amcOrderId: { description: `Number of an AMC order, ${IDS}.`, example: 1 },
  aslId: { description: 'Id of the health authority that pays.', example: 8 },
  businessId: { description: `Id of a business, ${IDS}.`, example: 4 },
  cartId: { description: `Id of a cart, ${IDS}.`, example: 1 },
  categoryIds: { description: 'Ids of product categories, comma-joined or repeated.', example: '1,2' },
  categoryType: { description: 'Kind of dossier that the products are for.', example: 'CELIAC' },
  clientId: { description: 'Name by which the portal is known to the sign-on.', example: 'portal' },
  dateEnd: { description: 'Last day, in Europe/Rome, included: YYYY-MM-DD.', example: '2026-11-30' },
  dateStart: { description: 'First day, in Europe/Rome, included: YYYY-MM-DD.', example: '2026-11-01' },
  day: { description: 'A day in Europe/Rome: YYYY-MM-DD.', example: '2026-11-30' },
  dossierId: { description: `Id of a dossier, ${IDS}.`, example: 1 },
  duplicateByDossier: { description: 'Whether a patient has one row for each dossier.', example: true },
  ean: { description: 'Exact EAN, or the id of a product.', example: '2000006000019' },
  esbStatus: { description: 'How far orders are on the bus; several comma-joined or repeated.', example: 'SENT' },
  excludeAmc: { description: 'Whether to leave out what is in an AMC order.', example: true },
  fiscalCode: { description: 'The fiscal code, or at least its first six characters.', example: 'MRTGRZ85S43I452G' },
  grant_type: { description: 'Always refresh_token.', example: 'refresh_token' },
  manufacturerId: { description: `Id of a manufacturer, ${IDS}.`, example: 1 },
  name: { description: "Part of a product's name.", example: 'pane' },
  orderDate: {
    description: 'Now, with its offset; at most two days from the clock of the server.',
    example: '2026-11-22T10:00:00+01:00',
  },
  otp: {
    description: "The patient's PIN, or the shop's code for a cancellation; absent where none is required.",
    example: '24680',
  },
  page: { description: 'Page, from 0.', example: 0 },
  patientId: { description: `Id of a patient, ${IDS}.`, example: 2 },
  pricePerUnit: { description: 'Price of one, in euro, above 0 and with at most 6 decimals.', example: 3.5 },
  productId: { description: `Id of a product, ${IDS}.`, example: 1 },
  profile: { description: 'Always BUSINESS: the profile in force is told by users/me.', example: 'BUSINESS' },
  purchaseId: { description: `Number of a purchase, ${IDS}.`, example: 1 },
  purchaseStatusList: { description: 'Statuses of purchases; several comma-joined or repeated.', example: 'ACTIVE' },
  purchasesIds: { description: 'Numbers of purchases.', example: [1, 2] },
  quantity: { description: 'The new total of the line, from 1 to 999.', example: 2 },
  refresh_token: { description: 'The refresh token of the session.', example: 'refresh-token' },
  sessionId: { description: 'What the sign-on return carried in its address.', example: 'session-1' },
  size: { description: 'Rows of a page.', example: 20 },
  sort: {
    description: 'Fields and then the direction, comma-joined; asc when there is none.',
    example: 'createTime,desc',
  },
  status: { description: 'Status of patients; it filters neither dossiers nor vouchers.', example: 'ENABLED' },
  storeId: { description: `Id of a store of the active business, ${IDS}.`, example: 1 },
  txCommandId: { description: 'Id of the command that a check has answered; it lives for 10 minutes.', example: 1 },
  type: { description: 'Kind of dossier.', example: 'CELIAC' },
  voucherId: { description: `Id of a voucher of the patient, ${IDS}.`, example: 1 },
};
