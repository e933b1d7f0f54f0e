import { CanAccess, useNavigation, useShow, useTranslate } from '@refinedev/core';
import { Navigate } from 'react-router-dom';
import { cellContent } from '../table/cell.tsx';
import { LoadFailure } from '../feedback/load-failure.tsx';
import { DetailCard } from '../display/detail-card.tsx';
import { Skeleton } from '../display/skeleton.tsx';
import { wordsOf } from '#src/providers/data/declaration.ts';
import type { ApiError } from '#src/providers/api/api-error.ts';
import { useErrorText } from '#src/providers/notifications/use-error-text.ts';
import { type AnyRecord, columnOf, isShown, shapesOf, subjectOf } from './record-values.ts';
import { FORGOTTEN, useRecordId } from './confidential-state.ts';
import { DeleteRecord, RelatedButton, ScreenButton } from './record-buttons.tsx';
import { RecordCommands } from './record-commands.tsx';
import type { ResourceScreenProps } from './resource-screens.ts';
import styles from './resource.module.css';

/** One record of a resource, rendered from its declaration: every field of the call's response. */
export function ResourceShow({
  declaration,
  calls,
  title,
  one,
}: ResourceScreenProps & { readonly one: OneDeclaration }) {
  const { name, screens } = declaration;
  const words = wordsOf(declaration);
  const { related } = calls;
  const translate = useTranslate();
  const errorText = useErrorText();
  const { list, editUrl } = useNavigation();
  const id = useRecordId(declaration);
  const { query, result } = useShow<AnyRecord, ApiError>({ resource: name, id });
  const shapes = Object.entries(shapesOf(one.call, one.item)).filter(([field, shape]) => isShown(field, shape));
  const details = shapes.map(([field, shape]) => {
    const column = columnOf(words, field, shape, translate);
    return { label: column.title, value: result && cellContent(column, result) };
  });

  if (id === undefined) return <Navigate to={screens?.list ?? '/'} state={FORGOTTEN} replace />;
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1>{translate(title)}</h1>
        <div className={styles.buttons}>
          {result &&
            related?.resources.map((resource) => (
              <RelatedButton key={resource} resource={resource} by={related.by} value={result[related.by]} />
            ))}
          {screens?.edit && result && (
            <CanAccess resource={name} action="edit" params={{}}>
              <ScreenButton declaration={declaration} id={result.id} to={editUrl(name, result.id)}>
                {translate('resource:edit')}
              </ScreenButton>
            </CanAccess>
          )}
          {result && <RecordCommands resource={name} words={words} record={result} commands={calls.recordCommands} />}
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
      {result && <DetailCard title={subjectOf(result, calls)} details={details} />}
    </div>
  );
}

type OneDeclaration = NonNullable<ResourceScreenProps['calls']['one']>;
