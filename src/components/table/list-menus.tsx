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

const savedFilters = z.record(z.string(), z.record(z.string(), z.string()));
type Saved = z.output<typeof savedFilters>;

function isSaved(value: unknown): value is Saved {
  return savedFilters.safeParse(value).success;
}

interface SavedFiltersProps {
  /** Of the list. It holds nothing by which a patient could be told. */
  readonly name: string;
  /** The applied filters by field. */
  readonly filters: Readonly<Record<string, string>>;
  readonly onApply: (filters: Readonly<Record<string, string>>) => void;
}

/** A menu of named filters of a list: applies, saves and removes them. This browser keeps them for each user. */
export function SavedFilters({ name, filters, onApply }: SavedFiltersProps) {
  const translate = useTranslate();
  const { data: identity } = useIdentity();
  const stored = storedValue(`filters/${identity?.username ?? ''}/${name}`, isSaved, browserStore);
  const [saved, setSaved] = useState<Saved>(() => stored.read() ?? {});
  const [title, setTitle] = useState('');
  const change = (next: Saved) => {
    stored.write(next);
    setSaved(next);
  };
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
                onClose={() => change(Object.fromEntries(Object.entries(saved).filter(([other]) => other !== one)))}
              />
            </li>
          ))}
          <li>
            <form
              className={styles.menuForm}
              onSubmit={(event) => {
                event.preventDefault();
                const typed = title.trim();
                if (typed !== '') change({ ...saved, [typed]: filters });
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
