import { type BaseKey, useOne, useTranslate } from '@refinedev/core';
import { Button } from 'antd';
import { cellContent } from '../table/cell.tsx';
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

interface VersionConflictProps {
  readonly resource: string;
  readonly words: string;
  readonly id: BaseKey;
  readonly fields: readonly string[];
  readonly shapes: Shapes;
  readonly references: ResourceCalls['references'];
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
  const translate = useTranslate();
  return (
    <Dialog isOpen title={translate('resource:conflict.title')} width="50rem" onClose={props.onClose}>
      <BothVersions {...props} />
    </Dialog>
  );
}

function BothVersions(props: VersionConflictProps) {
  const { resource, words, id, fields, shapes, references, mine, untouched, onKeep, onTake } = props;
  const translate = useTranslateKinds();
  const errorText = useErrorText();
  // A separate query: the form's own record must not change.
  const { query, result: stored } = useOne<AnyRecord, ApiError>({
    resource,
    id,
    meta: { isConflict: true },
    queryOptions: { gcTime: 0 },
  });
  if (query.isError) return <LoadFailure text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  if (!stored) return <Skeleton />;

  function valueOf(field: string, { [field]: value }: Readonly<Record<string, unknown>>) {
    const reference = references?.[field];
    if (reference) return <ReferenceNames reference={reference} value={value} />;
    return cellContent(columnOf(words, field, shapes[field], translate), { id, [field]: value });
  }
  const rows = fields
    .filter((field) => !isSameValue(mine[field], stored[field]))
    .map((field) => ({
      field,
      mine: untouched.includes(field) ? translate('resource:conflict.untouched') : valueOf(field, mine),
      stored: valueOf(field, stored),
    }));
  return (
    <div className={styles.screen}>
      <p>{translate('resource:conflict.text')}</p>
      <DataTable
        label={translate('resource:conflict.title')}
        columns={[
          {
            kind: 'text',
            key: 'field',
            title: translate('resource:conflict.field'),
            value: ({ field }) => labelOf(words, field, translate),
          },
          { kind: 'object', key: 'mine', title: translate('resource:conflict.mine'), render: (row) => row.mine },
          { kind: 'object', key: 'stored', title: translate('resource:conflict.stored'), render: (row) => row.stored },
        ]}
        rowKey={({ field }) => field}
        tableProps={{ dataSource: rows }}
        showsAll
      />
      <div className={styles.answers}>
        <Button onClick={() => onTake(stored)}>{translate('resource:conflict.take')}</Button>
        <Button type="primary" onClick={() => onKeep(stored)}>
          {translate('resource:conflict.keep')}
        </Button>
      </div>
    </div>
  );
}
