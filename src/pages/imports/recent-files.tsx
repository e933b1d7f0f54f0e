import { FolderOpenOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import type { ImportRun } from '#contract/entities/admin/import.ts';
import type { Id } from '#contract/wire.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import styles from './imports.module.css';

interface RecentFilesProps {
  readonly rows: readonly ImportRun[] | undefined;
  readonly isLoading: boolean;
  readonly onRetry: (() => void) | undefined;
  readonly onOpen: (importId: Id) => void;
}

export function RecentFiles({ rows = [], isLoading, onRetry, onOpen }: RecentFilesProps) {
  const translate = useTranslate();
  const label = (key: string) => translate(`admin-imports:${key}`);
  const columns: readonly Column<ImportRun>[] = [
    { kind: 'date', key: 'time', title: label('time'), shows: 'instant', value: ({ createTime }) => createTime },
    { kind: 'text', key: 'kind', title: label('kind'), value: ({ kind }) => label(`kinds.${kind}`) },
    { kind: 'text', key: 'name', title: label('name'), value: ({ fileName }) => fileName },
    { kind: 'text', key: 'state', title: label('facts.state'), value: ({ state }) => label(`state.${state}`) },
    { kind: 'number', key: 'created', title: label('counted.created'), value: ({ created }) => created },
    { kind: 'number', key: 'changed', title: label('counted.changed'), value: ({ changed }) => changed },
    { kind: 'number', key: 'refused', title: label('counted.refused'), value: ({ refused }) => refused },
    {
      kind: 'action',
      key: 'open',
      title: label('open'),
      label: ({ fileName }) => translate('admin-imports:openOf', { name: fileName }),
      icon: <FolderOpenOutlined aria-hidden />,
      onAction: ({ importId }) => onOpen(importId),
    },
  ];
  return (
    <section className={styles.recent} aria-label={label('recent')}>
      <h2>{label('recent')}</h2>
      <DataTable
        label={label('recent')}
        columns={columns}
        rowKey={({ importId }) => String(importId)}
        tableProps={{ dataSource: rows, loading: isLoading }}
        showsAll
        emptyText={label('none')}
        onRetry={onRetry}
      />
    </section>
  );
}
