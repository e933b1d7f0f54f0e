import type { AccessAction, AccessKind } from '#contract/entities/admin/access-entry.ts';
import type { LoggedAccess } from '#server/domain/access-log/search-access-log.ts';

/** The actions on a patient's data, worded for the patient. */
const ACTIONS: Readonly<Record<AccessAction, string>> = {
  ACCESS_LOG_HANDED_OUT: 'Stampa del registro degli accessi',
  ACCESS_LOG_READ: 'Consultazione del registro degli accessi',
  BALANCE_READ: 'Lettura del saldo dei buoni',
  BILL_MADE: 'Prospetto di fatturazione',
  CANCELLATION_CHECKED: 'Verifica prima dello storno',
  CART_CHANGED: 'Modifica del carrello',
  CART_CHECKED: 'Verifica prima di una vendita',
  CART_OPENED: 'Apertura del carrello',
  CART_READ: 'Lettura del carrello',
  CART_RECREATED: 'Nuovo carrello da un acquisto stornato',
  DATA_HANDED_OUT: 'Esportazione dei dati personali',
  DOSSIER_APPROVED: 'Approvazione della pratica',
  DOSSIER_CHANGED: 'Modifica della pratica',
  DOSSIER_READ: 'Consultazione della pratica',
  DOSSIER_REVOKED: 'Revoca della pratica',
  ORDER_MADE: 'Documento di un ordine AMC',
  OTHER: 'Altra operazione',
  PAPER_SWAPPED: 'Conversione di buoni cartacei',
  PATIENT_CHANGED: 'Modifica dei dati anagrafici',
  PATIENT_FOUND: 'Ricerca per codice fiscale',
  PATIENT_READ: 'Consultazione dei dati anagrafici',
  PIN_ISSUED: 'Rilascio di un nuovo PIN',
  PIN_LOCKED: 'Blocco del PIN',
  PIN_REFUSED: 'PIN errato',
  PIN_UNLOCKED: 'Sblocco del PIN',
  PURCHASES_READ: 'Consultazione degli acquisti',
  PURCHASE_CANCELLED: 'Storno di un acquisto',
  PURCHASE_CHECKED: 'Verifica prima di un acquisto',
  PURCHASE_MADE: 'Acquisto',
  RECEIPT_MADE: 'Stampa della ricevuta',
  VOUCHER_CHANGED: 'Modifica del buono',
  VOUCHER_READ: 'Consultazione del buono',
  VOUCHER_REVOKED: 'Revoca del buono',
};

const KINDS: Readonly<Record<AccessKind, string>> = { CONSULTATION: 'Consultazione', CHANGE: 'Registrazione' };

/** The action in words; for an action without its own wording also the name of the operation. */
export function actionText({ action, operation }: LoggedAccess): string {
  return action === 'OTHER' ? `${ACTIONS.OTHER} (${operation})` : ACTIONS[action];
}

export function kindText({ kind }: LoggedAccess): string {
  return KINDS[kind];
}

/** The name of the user, or of the server itself. */
export function userText({ userName }: LoggedAccess): string {
  return userName ?? 'Sistema';
}

/** The company or health authority for which the person worked. */
export function organisationText({ companyName, aslName }: LoggedAccess): string {
  return companyName ?? aslName ?? '';
}
