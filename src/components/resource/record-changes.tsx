import type { ReactNode } from 'react';
import type { AdminDeclaration, RowChange } from '#contract/admin/define.ts';
import type { CallInput } from '#contract/call.ts';
import { wordsOf } from '#src/providers/data/declaration.ts';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';
import { useTranslateKinds } from '#src/providers/api/kinds.ts';
import { Value } from '../display/value.tsx';
import { cellContent } from '../table/cell.tsx';
import { titled } from '../table/column.ts';
import { TableSection } from '../table/table-section.tsx';
import { columnOf, NUMBER_KINDS, type Shapes } from './record-values.ts';
import { ReferenceNames } from './reference-field.tsx';
import type { ResourceScreenProps } from './resource-screens.ts';

const SHOWN_CHANGES = 5;

interface RecordChangesProps extends Pick<ResourceScreenProps, 'declaration' | 'calls'> {
  readonly call: AdminDeclaration['calls']['changes'];
  readonly id: number;
  readonly shapes: Shapes;
}

/** Who made and changed a record, what and when. */
export function RecordChanges({ declaration, calls, call, id, shapes }: RecordChangesProps) {
  const words = wordsOf(declaration);
  const translate = useTranslateKinds();
  /** A value of the audit as the record shows it: the name of what it refers to, a word, a date, an amount. */
  function shown(field: string, value: string | undefined): ReactNode {
    if (value === undefined) return translate('resource:changes.empty');
    const reference = calls.references?.[field];
    if (reference) return <ReferenceNames reference={reference} value={value.split(', ')} />;
    const shape = shapes[field];
    if (!shape || shape.kind === 'list') return <Value text={value} />;
    const typed = NUMBER_KINDS.has(shape.kind) ? Number(value) : value;
    return cellContent(columnOf(words, field, shape, translate), {
      id: field,
      [field]: shape.kind === 'flag' ? value === 'true' : typed,
    });
  }

  const input = { params: { id } } as CallInput<typeof call>;
  const { data, isLoading, onRetry } = useCallQuery(call, input, { alerts: 'expiry-only' });
  const title = (key: string) => translate(`resource:changes.${key}`);
  const columns = titled<RowChange>(title, [
    { kind: 'date', key: 'at', shows: 'instant', value: ({ at }) => at },
    {
      kind: 'text',
      key: 'who',
      value: ({ userName, username, aslName, isOtherOffice }) =>
        userName ?? username ?? aslName ?? title(isOtherOffice === true ? 'otherOffice' : 'system'),
    },
    {
      kind: 'text',
      key: 'action',
      // An unknown action shows as it is.
      value: ({ action }) => translate(`resource:changes.actions.${action}`, {}, action),
    },
    {
      kind: 'object',
      key: 'what',
      render: ({ action, changes }) => (
        <ul>
          {changes.map(({ field, from, to }) => (
            <li key={field}>
              <Value text={translate(`${words}:field.${field}`, {}, field)} />
              {(from !== undefined || to !== undefined) && (
                <>
                  {': '}
                  {action !== 'ROW_CREATED' && <>{shown(field, from)} → </>}
                  {shown(field, to)}
                </>
              )}
            </li>
          ))}
        </ul>
      ),
    },
  ]);
  return (
    <TableSection
      label={title('title')}
      columns={columns}
      rowKey={({ at, action }) => `${at} ${action}`}
      tableProps={{ dataSource: data?.rows ?? [], loading: isLoading, pagination: { pageSize: SHOWN_CHANGES } }}
      emptyText={title('none')}
      onRetry={onRetry}
    />
  );
}
