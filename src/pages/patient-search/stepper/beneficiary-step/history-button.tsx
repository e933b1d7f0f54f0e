import { HistoryOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { Patient } from '#contract/entities/patient.ts';
import { PurchaseTable } from '#src/components/purchase-table/purchase-table.tsx';
import { NOTICE_MS, showAlert } from '#src/providers/notifications/alert-store.ts';
import { hasApprovedDossier } from '../../patient-facts.ts';

/**
 * Opens the patient's purchase history over the sale, which so stays where it is; without an APPROVED dossier it warns
 * instead (§5: NO_ACTIVE_DOSSIERS).
 */
export function HistoryButton({ patient }: { readonly patient: Patient }) {
  const translate = useTranslate();
  const [isOpen, setIsOpen] = useState(false);

  const open = () => {
    if (hasApprovedDossier(patient)) {
      setIsOpen(true);
      return;
    }
    const text = translate('patients:warning.NO_ACTIVE_DOSSIERS');
    showAlert({ kind: 'warning', text, key: 'NO_ACTIVE_DOSSIERS', duration: NOTICE_MS, dismissible: true });
  };

  return (
    <>
      <Button icon={<HistoryOutlined aria-hidden />} onClick={open}>
        {translate('sale:history')}
      </Button>
      <Modal
        open={isOpen}
        title={translate('purchases:title')}
        footer={null}
        width={960}
        destroyOnHidden
        onCancel={() => setIsOpen(false)}
      >
        <PurchaseTable of={{ patientId: patient.patientId, dossierId: patient.activeDossiers[0]?.dossierId }} />
      </Modal>
    </>
  );
}
