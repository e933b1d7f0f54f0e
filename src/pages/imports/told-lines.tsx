import { useTranslate } from '@refinedev/core';
import type { ToldLine } from '#contract/entities/admin/import.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import { useImportWords } from './use-import-words.ts';

interface ToldLinesProps {
  readonly title: string;
  readonly lines: readonly ToldLine[];
}

/** The first lines that are refused, or that should be looked at, each with the reason. */
export function ToldLines({ title, lines }: ToldLinesProps) {
  const translate = useTranslate();
  const { say } = useImportWords();
  const columns: readonly Column<ToldLine>[] = [
    { kind: 'text', key: 'line', title: translate('admin-imports:line'), value: ({ line }) => String(line) },
    {
      kind: 'text',
      key: 'reasons',
      title: translate('admin-imports:reasons'),
      value: ({ problems }) => problems.map(say).join('; '),
    },
  ];
  return (
    <>
      <h3>{title}</h3>
      <DataTable
        label={title}
        columns={columns}
        rowKey={({ line }) => String(line)}
        tableProps={{ dataSource: lines, pagination: { pageSize: 10 } }}
      />
    </>
  );
}
