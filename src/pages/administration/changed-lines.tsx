import { useTranslate } from '@refinedev/core';
import type { ChangedLine } from '#contract/admin/imports.ts';
import { titled } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { useImportWords } from './use-import-words.ts';

interface Change {
  readonly line: number;
  readonly key: string;
  readonly field: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What the first lines change in stored rows: each field with its present and its new value. */
export function ChangedLines({ lines }: { readonly lines: readonly ChangedLine[] }) {
  const translate = useTranslate();
  const { fieldName, valueOf } = useImportWords();
  const label = (key: string) => translate(`admin-imports:${key}`);
  const columns = titled<Change>(label, [
    { kind: 'number', key: 'line', value: ({ line }) => line },
    { kind: 'text', key: 'subject', isCode: true, value: ({ key }) => key },
    { kind: 'text', key: 'field', value: ({ field }) => fieldName(field) },
    { kind: 'text', key: 'from', value: ({ field, from }) => valueOf(field, from) },
    { kind: 'text', key: 'to', value: ({ field, to }) => valueOf(field, to) },
  ]);
  return (
    <>
      <h3>{label('changedLines')}</h3>
      <DataTable
        label={label('changedLines')}
        columns={columns}
        rowKey={({ line, field }) => `${line} ${field}`}
        tableProps={{
          dataSource: lines.flatMap(({ changes, ...line }) => changes.map((change) => ({ ...line, ...change }))),
          pagination: { pageSize: 10 },
        }}
      />
    </>
  );
}
