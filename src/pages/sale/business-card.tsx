import { useTranslate } from '@refinedev/core';
import { readMyBusiness } from '#contract/calls/businesses.ts';
import { DetailCard } from '#src/components/detail-card/detail-card.tsx';
import { RetryLine } from '#src/components/retry/retry-line.tsx';
import { useCallQuery } from '#src/hooks/use-call-query.ts';

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
      {onRetry && <RetryLine onRetry={onRetry} />}
    </DetailCard>
  );
}
