import { type BaseKey, useOne } from '@refinedev/core';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { cellContent } from '../table/cell.tsx';
import { titled } from '../table/column.ts';
import { DataTable } from '../table/data-table.tsx';
import { LoadFailure, Skeleton } from '../feedback/load-states.tsx';
import { Dialog } from '#src/components/dialog/dialog.tsx';
import { useTranslateKinds } from '#src/providers/api/kinds.ts';
import { useErrorText } from '#src/providers/notifications/use-notify.ts';
import type { ResourceCalls } from '#src/providers/data/declaration.ts';
import type { ApiError } from '#src/providers/api/api-error.ts';
import { type AnyRecord, columnOf, isSameValue, labelOf, type Shapes } from './record-values.ts';
import { ReferenceNames } from './reference-field.tsx';
import styles from './resource.module.css';

interface VersionConflictProps extends Pick<ResourceCalls, 'references'> {
  readonly resource: string;
  readonly words: string;
  readonly id: BaseKey;
  readonly fields: readonly string[];
  readonly shapes: Shapes;
  /** The typed values. */
  readonly mine: Readonly<Record<string, unknown>>;
  /** Fields that the user has not changed. */
  readonly untouched: readonly string[];
  readonly onKeep: (stored: AnyRecord) => void;
  readonly onTake: (stored: AnyRecord) => void;
  readonly onClose: () => void;
}

/**
 * Shows the user's and the stored version of a record after a concurrent change, field by field, and lets the user
 * choose.
 */
export function VersionConflict(props: VersionConflictProps) {
  const { resource, words, id, fields, shapes, references, mine, untouched, onKeep, onTake, onClose } = props;
  const translate = useTranslateKinds();
  const errorText = useErrorText();
  // A separate query: the form's own record must not change.
  const { query, result: stored } = useOne<AnyRecord, ApiError>({
    resource,
    id,
    meta: { isConflict: true },
    queryOptions: { gcTime: 0 },
  });
  const title = (key: string) => translate(`resource:conflict.${key}`);

  function valueOf(field: string, { [field]: value }: Readonly<Record<string, unknown>>): ReactNode {
    const reference = references?.[field];
    if (reference) return <ReferenceNames reference={reference} value={value} />;
    return cellContent(columnOf(words, field, shapes[field], translate), { id, [field]: value });
  }

  function bothVersions(of: AnyRecord) {
    const different = fields.filter((field) => !isSameValue(mine[field], of[field]));
    const columns = titled<{ readonly field: string }>(title, [
      { kind: 'text', key: 'field', value: ({ field }) => labelOf(words, field, translate) },
      {
        kind: 'object',
        key: 'mine',
        render: ({ field }) => (untouched.includes(field) ? title('untouched') : valueOf(field, mine)),
      },
      { kind: 'object', key: 'stored', render: ({ field }) => valueOf(field, of) },
    ]);
    return (
      <div className={styles.screen}>
        <p>{title('text')}</p>
        <DataTable
          label={title('title')}
          columns={columns}
          rowKey={({ field }) => field}
          tableProps={{ dataSource: different.map((field) => ({ field })) }}
          showsAll
        />
        <div className={styles.answers}>
          <Button onClick={() => onTake(of)}>{title('take')}</Button>
          <Button type="primary" onClick={() => onKeep(of)}>
            {title('keep')}
          </Button>
        </div>
      </div>
    );
  }

  return (
    <Dialog isOpen title={title('title')} width="50rem" onClose={onClose}>
      {query.isError && <LoadFailure text={errorText(query.error)} onRetry={() => void query.refetch()} />}
      {!query.isError && (stored ? bothVersions(stored) : <Skeleton />)}
    </Dialog>
  );
}
