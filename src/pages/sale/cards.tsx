import { useTranslate } from '@refinedev/core';
import { readMyBusiness } from '#contract/calls/businesses.ts';
import type { Patient } from '#contract/entities/patient.ts';
import { formatDay } from '#contract/rules/dates.ts';
import { DetailCard } from '#src/components/display/detail-card.tsx';
import { LoadFailure } from '#src/components/feedback/load-failure.tsx';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';

const HOUR_MS = 3_600_000;

/** 'Dati esercente': the active business; '-' for missing values (§2, §3). */
export function BusinessCard() {
  const translate = useTranslate();
  const { data, onRetry } = useCallQuery(readMyBusiness, {}, { staleTime: HOUR_MS });
  const label = (key: string) => translate(`sale:business.${key}`);
  return (
    <DetailCard
      title={label('title')}
      details={[
        { label: label('companyName'), value: data?.business.companyName },
        { label: label('address'), value: data?.business.address },
        { label: label('fiscalCode'), value: data?.business.fiscalCode },
        { label: label('vat'), value: data?.business.vat },
      ]}
    >
      {onRetry && <LoadFailure onRetry={onRetry} />}
    </DetailCard>
  );
}

/** 'Dati anagrafici dell'assistito': name, fiscal code, birth date (§2). */
export function BeneficiaryCard({ patient }: { readonly patient: Patient }) {
  const translate = useTranslate();
  const label = (key: string) => translate(`sale:beneficiary.${key}`);
  return (
    <DetailCard
      title={label('title')}
      details={[
        { label: label('firstName'), value: patient.firstName },
        { label: label('lastName'), value: patient.lastName },
        { label: label('fiscalCode'), value: patient.fiscalCode },
        { label: label('birthDate'), value: patient.birthDate && formatDay(patient.birthDate) },
      ]}
    />
  );
}
