import { HistoryOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import type { Patient } from '#contract/entities/patient.ts';
import { hasApprovedDossier } from '#src/components/patient/patient-facts.ts';
import { useNotify } from '#src/hooks/use-notify.ts';
import { patientHistoryPath } from '#src/hooks/use-patient-history.ts';

const NO_ACTIVE_DOSSIERS = 'NO_ACTIVE_DOSSIERS';

/** Opens the patient's purchase history; without an APPROVED dossier it warns instead (§5: NO_ACTIVE_DOSSIERS). */
export function HistoryButton({ patient }: { readonly patient: Patient }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { notify } = useNotify();

  const open = () => {
    if (hasApprovedDossier(patient)) {
      void navigate(patientHistoryPath);
      return;
    }
    notify({ kind: 'warning', text: translate(`patients:warning.${NO_ACTIVE_DOSSIERS}`), key: NO_ACTIVE_DOSSIERS });
  };

  return (
    <Button icon={<HistoryOutlined aria-hidden />} onClick={open}>
      {translate('sale:history')}
    </Button>
  );
}
