import { useTranslate } from '@refinedev/core';
import { Button, Input } from 'antd';
import { useState } from 'react';
import * as z from 'zod/mini';
import { browserStore, storedValue, useBrowserText } from '#src/providers/session/storage.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';
import { DropdownMenu } from '../plain/dropdown-menu.tsx';
import { CloseButton } from '../plain/plain-button.tsx';
import type { Column } from './column.ts';
import styles from './table.module.css';

/**
 * What this browser keeps of a list for each user. A change starts from what is stored by then: another tab may have
 * changed it.
 */
function useKept<Schema extends z.ZodMiniType>(kind: string, list: string, schema: Schema, none: z.output<Schema>) {
  const { data: identity } = useIdentity();
  const name = `${kind}/${identity?.username ?? ''}/${list}`;
  const isValid = (value: unknown): value is z.output<Schema> => schema.safeParse(value).success;
  const stored = storedValue(name, isValid, browserStore);
  useBrowserText(name);
  const read = () => stored.read() ?? none;
  return [read(), (change: (kept: z.output<Schema>) => z.output<Schema>) => stored.write(change(read()))] as const;
}

const columnKeys = z.array(z.string());

/**
 * The columns that the user has not hidden in this list, and the keys to change that.
 * @param name of the list
 */
export function useColumnChoice<Row>(name: string, columns: readonly Column<Row>[]) {
  const [hidden, keep] = useKept('columns', name, columnKeys, []);
  return {
    columns: columns.map((column) => (hidden.includes(column.key) ? { ...column, hidden: true } : column)),
    choice: {
      columns,
      hidden,
      onShow: (key: string, isShown: boolean) =>
        keep((now) => [...now.filter((one) => one !== key), ...(isShown ? [] : [key])]),
    },
  };
}

type ColumnChoiceProps<Row> = ReturnType<typeof useColumnChoice<Row>>['choice'];

/** A menu that hides and shows the columns of a list. The last one stays. */
export function ColumnChoice<Row>({ columns, hidden, onShow }: ColumnChoiceProps<Row>) {
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
                <input
                  type="checkbox"
                  checked={isShown}
                  disabled={isShown && isLast}
                  onChange={({ target }) => onShow(key, target.checked)}
                />
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
  const [saved, keep] = useKept('filters', name, savedFilters, {});
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
                onClose={() =>
                  keep((now) => Object.fromEntries(Object.entries(now).filter(([other]) => other !== one)))
                }
              />
            </li>
          ))}
          <li>
            <form
              className={styles.menuForm}
              onSubmit={(event) => {
                event.preventDefault();
                const typed = title.trim();
                if (typed !== '') keep((now) => ({ ...now, [typed]: filters }));
                setTitle('');
              }}
            >
              <Input
                aria-label={translate('table:filters.name')}
                placeholder={translate('table:filters.name')}
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
