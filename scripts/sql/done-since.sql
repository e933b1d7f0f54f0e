-- Shows what was done since an instant (since), of which something may have to be done again after a restore.
select at, action, user_id, business_id, patient_id, purchase_id, details from audit
  where at > timestamptz :'since' and action in (
    'USER_DISABLED', 'ROW_CREATED', 'ROW_CHANGED', 'IMPORT_STARTED', 'PIN_ISSUED', 'CANCEL_CODE_SET', 'CANCEL_CODE_REMOVED',
    'TILL_SECRET_ISSUED',
    'DOSSIER_APPROVED', 'DOSSIER_REVOKED', 'DOSSIER_AMOUNT_SET', 'DOSSIER_SWITCHED', 'PAPER_SWAPPED', 'VOUCHER_REVOKED',
    'PURCHASE_MADE', 'PURCHASE_CANCELLED', 'AMC_ORDERS_CREATED', 'MONTH_CLOSED'
  ) order by at;
