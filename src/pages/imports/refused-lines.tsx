import { useTranslate } from '@refinedev/core';
import type { RefusedLine } from '#contract/entities/admin/import.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';

/** The first refused lines, each with the reason. */
export function RefusedLines({ lines }: { readonly lines: readonly RefusedLine[] }) {
  const translate = useTranslate();
  const say = ({ field, reason, firstLine, words }: RefusedLine['problems'][number]) => {
    const text = [field, translate(`admin-imports:reason.${reason}`)].filter(Boolean).join(': ');
    if (words !== undefined) return translate('admin-imports:allowedWords', { text, words: words.join(', ') });
    return firstLine === undefined ? text : translate('admin-imports:firstLine', { text, line: firstLine });
  };
  const columns: readonly Column<RefusedLine>[] = [
    { kind: 'text', key: 'line', title: translate('admin-imports:line'), value: ({ line }) => String(line) },
    {
      kind: 'text',
      key: 'reasons',
      title: translate('admin-imports:reasons'),
      value: ({ problems }) => problems.map(say).join('; '),
    },
  ];
  return (
    <DataTable
      label={translate('admin-imports:refusedLines')}
      columns={columns}
      rowKey={({ line }) => String(line)}
      tableProps={{ dataSource: lines, pagination: { pageSize: 10 } }}
    />
  );
}
