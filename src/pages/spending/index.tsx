import { useGo, useParsed, useTranslate } from '@refinedev/core';
import { currentQuery } from '#src/providers/current-query.ts';
import { spendingQueryOf } from './spending-query.ts';
import { Findings } from './findings.tsx';
import { SpendingFigures } from './spending-figures.tsx';
import { SpendingFilters } from './spending-filters.tsx';
import styles from './spending.module.css';

/** Spesa: the spending, and unusual spending. The filters are in the URL. Each change reads the figures again. */
export function Component() {
  const translate = useTranslate();
  const go = useGo();
  const { params } = useParsed<object>();
  const query = spendingQueryOf(params);
  const { monthStart, monthEnd, aslId, businessId } = query;
  return (
    <div className={styles.screen}>
      <h1>{translate('spending:title')}</h1>
      <SpendingFilters
        query={query}
        onChange={(part) => go({ type: 'replace', query: { ...spendingQueryOf(currentQuery()), ...part } })}
      />
      <SpendingFigures query={query} />
      <Findings
        key={[monthStart, monthEnd, aslId, businessId].join()}
        query={{ monthStart, monthEnd, aslId, businessId }}
      />
    </div>
  );
}
