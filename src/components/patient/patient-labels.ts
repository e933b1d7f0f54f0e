import { useTranslate } from '@refinedev/core';
import type { Tone } from '#src/components/status-chip/tone.ts';
import { toneOfStatus } from '#src/components/status-chip/tone.ts';

interface Chip {
  readonly label: string;
  readonly tone: Tone;
}

interface PatientLabels {
  readonly categoryType: (type: string | undefined) => Chip;
  readonly dossier: (status: string) => Chip;
  readonly voucher: (status: string) => Chip;
}

/** The translated chips of a row's category type, dossier and voucher (§4). An unknown value shows as it is. */
export function usePatientLabels(): PatientLabels {
  const translate = useTranslate();
  return {
    categoryType: (type) => ({
      label: type === undefined ? '-' : translate(`patients:categoryType.${type}`, {}, type),
      tone: 'neutral',
    }),
    dossier: (status) => ({
      label: translate(`patients:dossierStatus.${status}`, {}, status),
      tone: toneOfStatus(status),
    }),
    voucher: (status) => ({
      label: translate(`patients:voucherStatus.${status}`, {}, status),
      tone: toneOfStatus(status),
    }),
  };
}
