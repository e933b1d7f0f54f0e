import { useTranslate } from '@refinedev/core';
import { Button, Input } from 'antd';
import { useState } from 'react';
import * as z from 'zod/mini';
import { browserStore, storedValue } from '#src/providers/session/storage.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';
import { DropdownMenu } from '../plain/dropdown-menu.tsx';
import { CloseButton } from '../plain/plain-button.tsx';
import type { Column } from './column.ts';
import styles from './table.module.css';

/** What this browser keeps of a list for each user. */
function useKept<Schema extends z.ZodMiniType>(kind: string, list: string, schema: Schema) {
  const { data: identity } = useIdentity();
  const isValid = (value: unknown): value is z.output<Schema> => schema.safeParse(value).success;
  const stored = storedValue(`${kind}/${identity?.username ?? ''}/${list}`, isValid, browserStore);
  const [kept, setKept] = useState(stored.read);
  const keep = (next: z.output<Schema>) => {
    stored.write(next);
    setKept(next);
  };
  return [kept, keep] as const;
}

const columnKeys = z.array(z.string());

/**
 * The columns that the user has not hidden in this list, and the keys to change that.
 * @param name of the list
 */
export function useColumnChoice<Row>(name: string, columns: readonly Column<Row>[]) {
  const [kept, keep] = useKept('columns', name, columnKeys);
  const hidden = kept ?? [];
  return {
    columns: columns.map((column) => (hidden.includes(column.key) ? { ...column, hidden: true } : column)),
    choice: {
      columns,
      hidden,
      onToggle: (key: string) => keep(hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]),
    },
  };
}

type ColumnChoiceProps<Row> = ReturnType<typeof useColumnChoice<Row>>['choice'];

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

const savedFilters = z.record(z.string(), z.record(z.string(), z.string()));

interface SavedFiltersProps {
  /** Of the list. It holds nothing by which a patient could be told. */
  readonly name: string;
  /** The applied filters by field. */
  readonly filters: Readonly<Record<string, string>>;
  readonly onApply: (filters: Readonly<Record<string, string>>) => void;
}

/** A menu of named filters of a list: applies, saves and removes them. */
export function SavedFilters({ name, filters, onApply }: SavedFiltersProps) {
  const translate = useTranslate();
  const [kept, keep] = useKept('filters', name, savedFilters);
  const saved = kept ?? {};
  const [title, setTitle] = useState('');
  return (
    <DropdownMenu label={translate('table:filters.title')}>
      {() => (
        <>
          {Object.entries(saved).map(([one, values]) => (
            <li key={one} className={styles.savedFilter}>
              <button type="button" className="dropdown__choice" onClick={() => onApply(values)}>
                {one}
              </button>
              <CloseButton
                label={translate('table:filters.remove', { title: one })}
                onClose={() => keep(Object.fromEntries(Object.entries(saved).filter(([other]) => other !== one)))}
              />
            </li>
          ))}
          <li>
            <form
              className={styles.menuForm}
              onSubmit={(event) => {
                event.preventDefault();
                const typed = title.trim();
                if (typed !== '') keep({ ...saved, [typed]: filters });
                setTitle('');
              }}
            >
              <Input
                aria-label={translate('table:filters.name')}
                placeholder={translate('table:filters.name')}
                autoComplete="off"
                maxLength={40}
                value={title}
                onChange={({ target }) => setTitle(target.value)}
              />
              <Button htmlType="submit">{translate('table:filters.save')}</Button>
            </form>
          </li>
        </>
      )}
    </DropdownMenu>
  );
}
