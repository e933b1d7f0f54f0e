import { HistoryOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { usePatientHistoryOpening } from '#src/components/handover/patient-history.ts';
import type { NewSale } from '#src/components/handover/sale-start.ts';
import { NOTICE_MS, showAlert } from '#src/providers/notifications/alert-store.ts';
import { hasApprovedDossier } from '../../patient-facts.ts';

/** Opens the patient's purchase history; without an APPROVED dossier it warns instead (§5: NO_ACTIVE_DOSSIERS). */
export function HistoryButton({ sale }: { readonly sale: NewSale }) {
  const translate = useTranslate();
  const openHistory = usePatientHistoryOpening();

  const open = () => {
    if (hasApprovedDossier(sale.patient)) {
      openHistory(sale);
      return;
    }
    const text = translate('patients:warning.NO_ACTIVE_DOSSIERS');
    showAlert({ kind: 'warning', text, key: 'NO_ACTIVE_DOSSIERS', duration: NOTICE_MS, dismissible: true });
  };

  return (
    <Button icon={<HistoryOutlined aria-hidden />} onClick={open}>
      {translate('sale:history')}
    </Button>
  );
}
