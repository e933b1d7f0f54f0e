import { useTranslate } from '@refinedev/core';
import { Button, Input } from 'antd';
import { useState } from 'react';
import * as z from 'zod/mini';
import { browserStore, storedValue } from '#src/providers/session/storage.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';
import { DropdownMenu } from '../plain/dropdown-menu.tsx';
import { CloseButton } from '../plain/plain-button.tsx';
import styles from './table.module.css';

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
