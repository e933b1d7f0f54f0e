import type { AccessAction } from '#contract/entities/admin/access-entry.ts';

/** By the name of a call, or by an action of the audit. */
const BY_OPERATION: Readonly<Record<string, AccessAction>> = {
  'admin-consultations.search': 'ACCESS_LOG_READ',
  'admin-consultations.download': 'ACCESS_LOG_HANDED_OUT',
  'admin-consultations.downloadData': 'DATA_HANDED_OUT',
  'admin-dossiers.approve': 'DOSSIER_APPROVED',
  'admin-dossiers.export': 'LIST_EXPORTED',
  'admin-dossiers.create': 'DOSSIER_CHANGED',
  'admin-dossiers.revoke': 'DOSSIER_REVOKED',
  'admin-dossiers.setAmount': 'DOSSIER_CHANGED',
  'admin-dossiers.swap': 'PAPER_SWAPPED',
  'admin-dossiers.switch': 'DOSSIER_CHANGED',
  'admin-dossiers.update': 'DOSSIER_CHANGED',
  'admin-patients.create': 'PATIENT_CHANGED',
  'admin-patients.export': 'LIST_EXPORTED',
  'admin-patients.issuePin': 'PIN_ISSUED',
  'admin-patients.unlockPin': 'PIN_UNLOCKED',
  'admin-patients.update': 'PATIENT_CHANGED',
  'admin-vouchers.export': 'LIST_EXPORTED',
  'admin-vouchers.revoke': 'VOUCHER_REVOKED',
  'amc-orders.downloadCsv': 'ORDER_MADE',
  'amc-orders.downloadPdf': 'ORDER_MADE',
  'carts.check': 'CART_CHECKED',
  'carts.deleteProduct': 'CART_CHANGED',
  'carts.execute': 'CART_OPENED',
  'carts.putProduct': 'CART_CHANGED',
  'carts.recreate': 'CART_RECREATED',
  'patients.readBalance': 'BALANCE_READ',
  'patients.search': 'PATIENT_FOUND',
  'purchases.downloadList': 'LIST_EXPORTED',
  'purchases.downloadReceipt': 'RECEIPT_MADE',
  'purchases.downloadRollReceipt': 'RECEIPT_MADE',
  'purchases.downloadStoreTransactions': 'LIST_EXPORTED',
  ACCESS_LOG_HANDED_OUT: 'ACCESS_LOG_HANDED_OUT',
  ACCESS_LOG_READ: 'ACCESS_LOG_READ',
  CANCELLATION_CHECKED: 'CANCELLATION_CHECKED',
  CART_CHECKED: 'CART_CHECKED',
  CART_CREATED: 'CART_OPENED',
  CART_LINE_PUT: 'CART_CHANGED',
  CART_LINE_REMOVED: 'CART_CHANGED',
  CART_RECREATED: 'CART_RECREATED',
  DATA_HANDED_OUT: 'DATA_HANDED_OUT',
  DOSSIER_AMOUNT_SET: 'DOSSIER_CHANGED',
  DOSSIER_APPROVED: 'DOSSIER_APPROVED',
  DOSSIER_REVOKED: 'DOSSIER_REVOKED',
  DOSSIER_SWITCHED: 'DOSSIER_CHANGED',
  PAPER_SWAPPED: 'PAPER_SWAPPED',
  PIN_ISSUED: 'PIN_ISSUED',
  PIN_LOCKED: 'PIN_LOCKED',
  PIN_REFUSED: 'PIN_REFUSED',
  PIN_UNLOCKED: 'PIN_UNLOCKED',
  PURCHASE_CANCELLED: 'PURCHASE_CANCELLED',
  PURCHASE_CHECKED: 'PURCHASE_CHECKED',
  PURCHASE_MADE: 'PURCHASE_MADE',
  VOUCHER_REVOKED: 'VOUCHER_REVOKED',
};

/** By resource, for calls without an entry of their own. */
const BY_RESOURCE: Readonly<Record<string, AccessAction>> = {
  'admin-dossiers': 'DOSSIER_READ',
  'admin-imports': 'PATIENT_READ',
  'admin-patients': 'PATIENT_READ',
  'admin-vouchers': 'VOUCHER_READ',
  'billing-summary': 'BILL_MADE',
  carts: 'CART_READ',
  purchases: 'PURCHASES_READ',
};

/** By the table of the created or changed row. */
const BY_TABLE: Readonly<Record<string, AccessAction>> = {
  dossier: 'DOSSIER_CHANGED',
  patient: 'PATIENT_CHANGED',
  voucher: 'VOUCHER_CHANGED',
};

/**
 * The action of an operation on a patient's data.
 * @param operation a call of the contract, or an action of the audit
 * @param table the table of the changed row, if the audit names one
 */
export function actionOf(operation: string, table: string | null): AccessAction {
  const [resource = ''] = operation.split('.');
  return BY_OPERATION[operation] ?? BY_TABLE[table ?? ''] ?? BY_RESOURCE[resource] ?? 'OTHER';
}
