import { useTranslate } from '@refinedev/core';
import type { ReactNode } from 'react';
import type { Patient } from '#contract/entities/patient.ts';
import { formatDay } from '#contract/rules/dates.ts';
import { type Detail, DetailCard } from '#src/components/detail-card/detail-card.tsx';

interface BeneficiaryCardProps {
  readonly patient: Patient;
  /** More facts, after name and birth date. */
  readonly more?: readonly Detail[];
  readonly children?: ReactNode;
}

/** 'Dati anagrafici dell'assistito': name, fiscal code, birth date (§2). */
export function BeneficiaryCard({ patient, more = [], children }: BeneficiaryCardProps) {
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
        ...more,
      ]}
    >
      {children}
    </DetailCard>
  );
}
