/** The description of a request field, with an example from the demonstration data. */
export interface Field {
  readonly description: string;
  readonly example: unknown;
}

const IDS = 'as the server gave it';

/** The fields by name. A name has the same meaning in every call. */
export const FIELDS: Readonly<Record<string, Field>> = {
  closed: { description: 'Whether closed stores are included.', example: true },
  file: { description: 'A CSV, XLSX or ODS file (docs/imports.md).', example: 'patients.csv' },
  kind: { description: 'What each line of the file describes.', example: 'patients' },
  mode: {
    description:
      'What is imported in one transaction, so wholly or not at all: the whole file, or each batch of its lines.',
    example: 'BATCH',
  },
  RelayState: { description: 'The relay state in the response to the sign-on request.', example: 'relay-1' },
  address: { description: 'Street and number.', example: 'Via Roma 1, Cagliari' },
  amcOrderId: { description: `Number of an AMC order, ${IDS}.`, example: 1 },
  aslId: { description: 'Id of the health authority that pays.', example: 8 },
  birthDate: { description: 'Birth date, not in the future: YYYY-MM-DD.', example: '1985-11-03' },
  businessId: { description: `Id of a business, ${IDS}.`, example: 4 },
  businessIds: { description: "Ids of the businesses for which a shop's user works.", example: [4] },
  by: { description: 'What spending is grouped by.', example: 'month' },
  cartId: { description: `Id of a cart, ${IDS}.`, example: 1 },
  categoryId: { description: 'Id of the first category of a product that was bought.', example: 1 },
  categoryIds: { description: 'Ids of product categories, comma-joined or repeated.', example: '1,2' },
  categoryType: { description: 'Kind of dossier for which the products are.', example: 'CELIAC' },
  city: { description: 'City of a store, or how it begins.', example: 'Cagliari' },
  clientId: { description: 'Client id of the portal at the sign-on.', example: 'portal' },
  code: { description: 'Code of a health authority, a store or a voucher, or how it begins.', example: 'PV0001' },
  columns: {
    description: 'Fields of columns with unknown headings: column number from 1, a colon, name of the field.',
    example: '2:firstName,3:lastName',
  },
  companyName: { description: 'Name of a company, or how it begins.', example: 'Farmacia' },
  dateEnd: { description: 'Last day, in Europe/Rome, included: YYYY-MM-DD.', example: '2026-11-30' },
  dateStart: { description: 'First day, in Europe/Rome, included: YYYY-MM-DD.', example: '2026-11-01' },
  day: { description: 'A day in Europe/Rome: YYYY-MM-DD.', example: '2026-11-30' },
  disabled: { description: 'Whether it is disabled.', example: false },
  districtCode: { description: 'Code of the health district.', example: '208-B354' },
  dossierId: { description: `Id of a dossier, ${IDS}.`, example: 1 },
  duplicateByDossier: { description: 'Whether a patient has one row for each dossier.', example: true },
  ean: {
    description: "The whole EAN (8 to 14 digits), pharmacy's code (A and nine digits) or id of a product.",
    example: '2000006000019',
  },
  ean1: {
    description: 'EAN of a product (8, 12, 13 or 14 digits); in a search any of its codes, or how it begins.',
    example: '2000006000019',
  },
  email: { description: 'Address for mail.', example: 'info@farmacia.example' },
  esbStatus: {
    description: 'Delivery status of orders on the bus; several comma-joined or repeated.',
    example: 'SENT',
  },
  excludeAmc: { description: 'Whether to leave out purchases that are in an AMC order.', example: true },
  firstName: { description: 'First name.', example: 'Margherita' },
  fiscalCode: { description: 'The fiscal code, or at least its first six characters.', example: 'MRTGRZ85S43I452G' },
  format: { description: 'Format of a table as a file; CSV where it is absent.', example: 'xlsx' },
  gender: { description: 'Gender.', example: 'F' },
  grant_type: { description: 'Always refresh_token.', example: 'refresh_token' },
  hiddenRows: { description: 'READ: rows that are hidden in the spreadsheet are read too.', example: 'READ' },
  id: { description: 'Id of the row, as the server gave it.', example: 1 },
  ids: { description: 'Ids of rows, comma-joined or repeated, at most 200.', example: '1,2' },
  lastName: { description: 'Last name, or how it begins.', example: 'Murta' },
  latitude: { description: 'Degrees north.', example: 39.2238 },
  longitude: { description: 'Degrees east.', example: 9.1217 },
  manufacturerId: { description: `Id of a manufacturer, ${IDS}.`, example: 1 },
  month: { description: 'Any day of the month: YYYY-MM-DD.', example: '2026-11-01' },
  monthEnd: { description: 'Any day of the last month: YYYY-MM-DD.', example: '2026-11-01' },
  monthStart: { description: 'Any day of the first month: YYYY-MM-DD.', example: '2026-01-01' },
  monthlyAmount: { description: 'Euro a month, of a protein-free dossier.', example: 150 },
  name: {
    description: 'A name: any part of it for products, its beginning in the searches of operators.',
    example: 'pane',
  },
  orderDate: {
    description: "The present time with its offset; at most two days from the server's clock.",
    example: '2026-11-22T10:00:00+01:00',
  },
  otp: {
    description: "The patient's PIN, or the cancellation code of the business; absent where neither is required.",
    example: '24680',
  },
  otpMode: { description: 'Whether the patient is asked for a PIN.', example: 'PIN' },
  page: { description: 'Page, from 0.', example: 0 },
  patientId: { description: `Id of a patient, ${IDS}.`, example: 2 },
  pharmacyCode: { description: "A pharmacy's code (AIC, Minsan): A and nine digits.", example: 'A999000043' },
  phone: { description: 'Telephone number.', example: '070 000000' },
  pricePerUnit: { description: 'Price of one unit in euro, above 0 and with at most 6 decimals.', example: 3.5 },
  productId: { description: `Id of a product, ${IDS}.`, example: 1 },
  profile: {
    description: "Profile of a user. Always BUSINESS at the start of a sign-on; users/me tells the user's own profile.",
    example: 'BUSINESS',
  },
  purchaseId: { description: `Number of a purchase, ${IDS}.`, example: 1 },
  purchaseStatusList: { description: 'Statuses of purchases; several comma-joined or repeated.', example: 'ACTIVE' },
  purchasesIds: { description: 'Numbers of purchases.', example: [1, 2] },
  quantity: { description: 'The new total of the line, from 1 to 999.', example: 2 },
  refPrice: { description: 'Reference price of one unit in euro, above 0 and with at most 6 decimals.', example: 3.5 },
  refresh_token: { description: 'The refresh token of the session.', example: 'refresh-token' },
  sessionId: { description: 'The one-time session in the URL to which the sign-on returns.', example: 'session-1' },
  size: { description: 'Rows of a page.', example: 20 },
  sort: {
    description: 'Fields, then the direction, comma-joined; without a direction, asc.',
    example: 'name,asc',
  },
  sheets: {
    description: 'Paper vouchers: number, month (its first day) and amount in euro.',
    example: [{ number: 'C-0001', month: '2026-10-01', amount: 90 }],
  },
  shown: {
    description: 'The figures that were shown: control total, and sums of AMC orders and of their rejections in euro.',
    example: { controlTotal: '0A1B-2C3D-4E5F-6071', ordersAmount: 120.5, rejectionsAmount: -9.33 },
  },
  status: {
    description:
      "Status of the rows. In a shop's search it is the status of patients and filters neither dossiers nor vouchers.",
    example: 'ENABLED',
  },
  switchMonth: {
    description: 'Month from which the vouchers of a dossier are electronic: its first day, YYYY-MM-DD.',
    example: '2026-11-01',
  },
  storeId: { description: `Id of a store of the active business, ${IDS}.`, example: 1 },
  streetNumber: { description: 'Number in the street.', example: '7' },
  txCommandId: {
    description: [
      'Id of the command in the response to a check; valid for 10 minutes, and executed once.',
      'After a refusal it may be sent again, corrected.',
      'After its success it answers TRANSACTION_ALREADY_EXECUTED, whatever it is sent with, for 30 days.',
      'If its cart has changed since the check: CART_CHANGED.',
      'Before its success, with another cart or purchase than its own: not found.',
      'A cart says in its purchaseId for good that it was bought, a purchase in its status that it was cancelled.',
    ].join(' '),
    example: 1,
  },
  type: { description: 'Kind of dossier.', example: 'CELIAC' },
  user: { description: 'How the last name or the username of a user begins.', example: 'anna' },
  username: {
    description: 'The NameID by which the identity provider knows a user, or how it begins.',
    example: 'anna',
  },
  vat: { description: 'VAT number of eleven digits, or how it begins.', example: '90001371300' },
  version: { description: 'The version of the row that the change was made from.', example: 1 },
  voucherId: { description: `Id of a voucher of the patient, ${IDS}.`, example: 1 },
  web: { description: 'Address of a web site.', example: 'https://www.farmacia.example' },
  workingHours: { description: 'Opening hours.', example: 'lun–sab 9:00–20:00' },
};

/** The sort fields of §7 by resource, where the contract names no others. */
export const LISTS_SORTED_BY: Readonly<Record<string, string>> = {
  patients: 'lastName,firstName,asc',
  stores: 'storeId',
};
