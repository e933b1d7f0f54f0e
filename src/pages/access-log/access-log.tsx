import { useTranslate } from '@refinedev/core';
import { useState } from 'react';
import { AccessForm } from './access-form.tsx';
import styles from './access-log.module.css';
import { type Asked, askedOf } from './access-search.ts';
import { AccessTable } from './access-table.tsx';

interface Search {
  readonly asked: Asked;
  /** Counts the searches: each begins anew, so that nothing of one patient stands below the name of another. */
  readonly attempt: number;
}

/** The search is kept by the page alone: nothing of a patient is in the address. */
export function AccessLog() {
  const translate = useTranslate();
  const [search, setSearch] = useState<Search | null>(null);
  return (
    <div className={styles.screen}>
      <h1>{translate('admin:menu.accessLog')}</h1>
      <p>{translate('access-log:intro')}</p>
      <AccessForm
        onSearch={(values) => setSearch((last) => ({ asked: askedOf(values), attempt: (last?.attempt ?? 0) + 1 }))}
        onReset={() => setSearch(null)}
      />
      {search ? <AccessTable key={search.attempt} asked={search.asked} /> : <p>{translate('access-log:ask')}</p>}
    </div>
  );
}
