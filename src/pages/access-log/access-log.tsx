import { useTranslate } from '@refinedev/core';
import { useState } from 'react';
import { AccessForm } from './access-form.tsx';
import styles from './access-log.module.css';
import { type AccessQuery, accessQueryOf } from './access-search.ts';
import { AccessTable } from './access-table.tsx';

interface Search {
  readonly query: AccessQuery;
  /**
   * Number of the search. Each search starts with an empty list, so that no rows of one patient show below another's
   * name.
   */
  readonly attempt: number;
}

/** The search stays in memory: no patient data in the URL. */
export function AccessLog() {
  const translate = useTranslate();
  const [search, setSearch] = useState<Search | null>(null);
  return (
    <div className={styles.screen}>
      <h1>{translate('admin:menu.accessLog')}</h1>
      <p>{translate('access-log:intro')}</p>
      <AccessForm
        onSearch={(values) =>
          setSearch((last) => ({ query: accessQueryOf(values), attempt: (last?.attempt ?? 0) + 1 }))
        }
        onReset={() => setSearch(null)}
      />
      {search ? <AccessTable key={search.attempt} query={search.query} /> : <p>{translate('access-log:ask')}</p>}
    </div>
  );
}
