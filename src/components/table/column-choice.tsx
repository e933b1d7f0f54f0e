import { useTranslate } from '@refinedev/core';
import { useState } from 'react';
import * as z from 'zod/mini';
import { browserStore, storedValue } from '#src/providers/session/storage.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';
import { DropdownMenu } from '../plain/dropdown-menu.tsx';
import type { Column } from './column.ts';
import styles from './table.module.css';

const keys = z.array(z.string());

function isKeys(value: unknown): value is z.output<typeof keys> {
  return keys.safeParse(value).success;
}

/**
 * The columns that the user has not hidden in this list, and the keys to change that. This browser keeps the choice for
 * each user.
 * @param name of the list
 */
export function useColumnChoice<Row>(name: string, columns: readonly Column<Row>[]) {
  const { data: identity } = useIdentity();
  const stored = storedValue(`columns/${identity?.username ?? ''}/${name}`, isKeys, browserStore);
  const [hidden, setHidden] = useState(() => stored.read() ?? []);
  const toggle = (key: string) => {
    const next = hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key];
    stored.write(next);
    setHidden(next);
  };
  return {
    columns: columns.map((column) => (hidden.includes(column.key) ? { ...column, hidden: true } : column)),
    choice: { columns, hidden, onToggle: toggle },
  };
}

interface ColumnChoiceProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly hidden: readonly string[];
  readonly onToggle: (key: string) => void;
}

/** A menu that hides and shows the columns of a list. The last one stays. */
export function ColumnChoice<Row>({ columns, hidden, onToggle }: ColumnChoiceProps<Row>) {
  const translate = useTranslate();
  const offered = columns.filter((column) => column.hidden !== true);
  const isLast = offered.length - hidden.length <= 1;
  return (
    <DropdownMenu label={translate('table:columns')}>
      {() =>
        offered.map(({ key, title }) => {
          const isShown = !hidden.includes(key);
          return (
            <li key={key}>
              <label className={styles.menuChoice}>
                <input type="checkbox" checked={isShown} disabled={isShown && isLast} onChange={() => onToggle(key)} />
                {title}
              </label>
            </li>
          );
        })
      }
    </DropdownMenu>
  );
}
