import { CanAccess, useNavigation, useResourceParams, useShow, useTranslate } from '@refinedev/core';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { cellContent } from '../table/cell.tsx';
import { LoadFailure, Skeleton } from '../feedback/load-states.tsx';
import { DetailCard } from '../display/facts.tsx';
import { permissionOf } from '#src/providers/access-control-provider.ts';
import { useTranslateKinds } from '#src/providers/api/kinds.ts';
import { type ResourceCalls, wordsOf } from '#src/providers/data/declaration.ts';
import type { ApiError } from '#src/providers/api/api-error.ts';
import { useErrorText } from '#src/providers/notifications/use-notify.ts';
import { type AnyRecord, columnOf, isShown, shapesOf, subjectOf, VERSION } from './record-values.ts';
import { FORGOTTEN, useRecordId } from './confidential-state.ts';
import { DeleteRecord, ScreenButton } from './record-buttons.tsx';
import { RecordChanges } from './record-changes.tsx';
import { RecordCommands, useCommandPermissions } from './record-commands.tsx';
import type { ResourceScreenProps } from './resource-screens.ts';
import layout from '../layout/screens.module.css';
import styles from './resource.module.css';

/** A link button to the confidential record that this one belongs to, if the user may see it. */
function OwnerButton({
  resource,
  field,
  record,
}: NonNullable<ResourceCalls['owner']> & { readonly record: AnyRecord }) {
  const translate = useTranslate();
  const { showUrl } = useNavigation();
  const { resource: known } = useResourceParams({ resource });
  const id = record[field];
  if (!known || (typeof id !== 'number' && typeof id !== 'string')) return null;
  return (
    <CanAccess resource={resource} action="show" params={{}}>
      <ScreenButton declaration={{ isConfidential: true }} id={id} to={showUrl(resource, id)}>
        {translate('resource:owner')}
      </ScreenButton>
    </CanAccess>
  );
}

interface RecordPage extends ResourceScreenProps {
  readonly one: NonNullable<ResourceCalls['one']>;
  /** The heading. Default: what kind of record it is. */
  readonly heading?: (record: AnyRecord) => string;
  /** Fields that the page shows in its own way. */
  readonly without?: readonly string[];
  /** The commands in the head. Default: all. */
  readonly commands?: ResourceCalls['recordCommands'];
  /** Beside the fields. */
  readonly beside?: (record: AnyRecord) => ReactNode;
  /** Below the fields. */
  readonly children?: (record: AnyRecord) => ReactNode;
}

/**
 * One record of a resource, rendered from its declaration: every field of the call's response, what can be done, and who
 * changed it.
 */
export function ResourceShow(props: RecordPage) {
  const { declaration, calls, title, one, heading, without = [], beside, children } = props;
  const { name, screens } = declaration;
  const words = wordsOf(declaration);
  const { owner, changes, recordCommands } = calls;
  const translate = useTranslateKinds();
  const errorText = useErrorText();
  const { list, editUrl } = useNavigation();
  const id = useRecordId(declaration);
  useCommandPermissions(calls);
  const { query, result } = useShow<AnyRecord, ApiError>({ resource: name, id });
  const shapes = shapesOf(one.call, one.item);
  const shown = Object.entries(shapes).filter(([field, shape]) => isShown(field, shape) && !without.includes(field));
  const details = shown.map(([field, shape]) => {
    const column = columnOf(words, field, shape, translate);
    return { label: column.title, value: result && cellContent(column, result) };
  });

  if (id === undefined) return <Navigate to={screens?.list ?? '/'} state={FORGOTTEN} replace />;
  return (
    <div className={layout.ordered}>
      <div className={styles.head}>
        <h1>{result && heading ? heading(result) : translate(title)}</h1>
        <div className={layout.actions}>
          {result && owner && <OwnerButton {...owner} record={result} />}
          {screens?.edit && result && calls.isEditable?.(result) !== false && (
            <CanAccess resource={name} action="edit" params={{}}>
              <ScreenButton declaration={declaration} id={result.id} to={editUrl(name, result.id)}>
                {translate('resource:edit')}
              </ScreenButton>
            </CanAccess>
          )}
          {result && (
            <RecordCommands resource={name} words={words} record={result} commands={props.commands ?? recordCommands} />
          )}
          {calls.remove && result && (
            <CanAccess resource={name} action="delete" params={{}}>
              <DeleteRecord declaration={declaration} id={result.id} onDeleted={() => list(name)}>
                {translate('resource:delete')}
              </DeleteRecord>
            </CanAccess>
          )}
        </div>
      </div>
      {query.isError && <LoadFailure text={errorText(query.error)} onRetry={() => void query.refetch()} />}
      {query.isLoading && <Skeleton />}
      {result && (
        <>
          <div className={styles.facts}>
            <DetailCard title={subjectOf(result, calls)} details={details} />
            {beside?.(result)}
          </div>
          {children?.(result)}
          {changes && (
            <CanAccess {...permissionOf(changes)}>
              <RecordChanges
                // Read again after a change.
                key={[result[VERSION], result.status].join(' ')}
                declaration={declaration}
                calls={calls}
                call={changes}
                id={Number(result.id)}
                shapes={shapes}
              />
            </CanAccess>
          )}
        </>
      )}
    </div>
  );
}
