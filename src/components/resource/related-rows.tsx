import { EyeOutlined } from '@ant-design/icons';
import { CanAccess, type CrudFilter, type CrudSort, useCan, useNavigation } from '@refinedev/core';
import { useTranslateKinds } from '#src/providers/api/kinds.ts';
import { useAdminResources } from '#src/providers/data/declared-resources.ts';
import { type ListDeclaration, type ResourceDeclaration, wordsOf } from '#src/providers/data/declaration.ts';
import { useLazy } from '#src/providers/loading/load-lazy.ts';
import { LoadFailure, Skeleton } from '../feedback/load-states.tsx';
import type { Column } from '../table/column.ts';
import { TableSection, useRowsOf } from '../table/table-section.tsx';
import { ScreenButton } from './record-buttons.tsx';
import { RecordCommands, useCommandPermissions } from './record-commands.tsx';
import { type AnyRecord, columnOf, shapesOf, subjectOf } from './record-values.ts';
import type { ResourceScreenProps } from './resource-screens.ts';
import layout from '../layout/screens.module.css';

interface RelatedRowsProps {
  /** An operators' resource. */
  readonly resource: string;
  readonly filters: CrudFilter[];
  readonly sorters?: CrudSort[] | undefined;
  /** The columns that every row would repeat. */
  readonly without: readonly string[];
  /** The record that a new row belongs to. */
  readonly owner: AnyRecord;
}

interface RowsProps extends RelatedRowsProps, Pick<ResourceScreenProps, 'declaration' | 'calls'> {
  readonly list: ListDeclaration;
}

function Rows({ declaration, calls, list, filters, sorters, without, owner }: RowsProps) {
  const { name, screens, menu } = declaration;
  const words = wordsOf(declaration);
  const translate = useTranslateKinds();
  const { showUrl, createUrl } = useNavigation();
  const { data: show } = useCan({ resource: name, action: 'show' });
  useCommandPermissions(calls);
  const { table } = useRowsOf<AnyRecord>(name, filters, { sorters });
  const shapes = shapesOf(list.call, list.collection);
  const columns: readonly Column<AnyRecord>[] = [
    ...(list.columns ?? [])
      .filter((field) => !without.includes(field))
      .map((field) => columnOf(words, field, shapes[field], translate)),
    {
      kind: 'object',
      key: 'actions',
      title: translate('resource:actions'),
      hasButtons: true,
      render: (row) => (
        <div className={layout.actions}>
          {show?.can && (
            <ScreenButton
              declaration={declaration}
              id={row.id}
              to={showUrl(name, row.id)}
              icon={<EyeOutlined aria-hidden />}
              label={translate('resource:showOf', { subject: subjectOf(row, calls) })}
            >
              {translate('resource:show')}
            </ScreenButton>
          )}
          <RecordCommands resource={name} words={words} record={row} commands={calls.recordCommands} />
        </div>
      ),
    },
  ];
  return (
    <TableSection
      {...table}
      label={translate(menu?.label ?? `${words}.list`)}
      tools={
        screens?.create && (
          <CanAccess resource={name} action="create" params={{}}>
            <ScreenButton declaration={declaration} id={owner.id} to={createUrl(name)}>
              {translate(`${words}:create`)}
            </ScreenButton>
          </CanAccess>
        )
      }
      columns={columns}
    />
  );
}

function LoadedRows({ declaration, ...props }: RelatedRowsProps & { readonly declaration: ResourceDeclaration }) {
  const lazy = useLazy(declaration.calls);
  if (lazy.state === 'pending') return <Skeleton />;
  if (lazy.state === 'failed') return <LoadFailure onRetry={lazy.retry} />;
  const { list } = lazy.part;
  return list && <Rows declaration={declaration} calls={lazy.part} list={list} {...props} />;
}

/** The records of another resource that belong to this one, each with its commands, if the user may see them. */
export function RelatedRows(props: RelatedRowsProps) {
  const { resource } = props;
  const declaration = useAdminResources().find(({ name }) => name === resource);
  const { data, isLoading } = useCan({ resource, action: 'list' });
  if (isLoading) return <Skeleton />;
  return data?.can && declaration && <LoadedRows declaration={declaration} {...props} />;
}
