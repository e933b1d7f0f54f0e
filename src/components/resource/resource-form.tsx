import { zodResolver } from '@hookform/resolvers/zod';
import { useResourceParams, useTranslate, useWarnAboutChange } from '@refinedev/core';
import { useForm } from '@refinedev/react-hook-form';
import { UnsavedChangesNotifier } from '@refinedev/react-router';
import { Alert } from 'antd';
import { Controller, type FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { TableFailure } from '#src/components/data-table/table-failure.tsx';
import { Skeleton } from '#src/components/skeleton/skeleton.tsx';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import type { ItemDeclaration } from '#src/providers/data/declaration.ts';
import { type ApiError, toApiError } from '#src/providers/http/api-error.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';
import { Field } from './field.tsx';
import { type AnyRecord, shapesOf } from './fields.ts';
import type { ResourceScreenProps } from './resource-screens.tsx';
import styles from './resource.module.css';

type BodySchema = z.ZodMiniType<FieldValues, FieldValues>;

interface ResourceFormProps extends ResourceScreenProps {
  readonly action: 'create' | 'edit';
  readonly save: Pick<ItemDeclaration<never>, 'call' | 'item'>;
}

/**
 * The form that creates or edits a record, drawn from the declaration's fields: what each one edits follows from the
 * contract's answer, what it may hold from the schema of the call's body.
 */
export function ResourceForm({ declaration: { name }, calls, title, action, save }: ResourceFormProps) {
  const { fields = [] } = calls;
  const translate = useTranslate();
  const errorText = useErrorText();
  const { setWarnWhen } = useWarnAboutChange();
  const isSignedIn = useIsSignedIn();
  const { id } = useResourceParams();
  const shapes = shapesOf(save.call, save.item);
  const {
    refineCore: { onFinish, query, mutation },
    control,
    handleSubmit,
    setError,
  } = useForm<AnyRecord, ApiError>({
    refineCoreProps: {
      resource: name,
      action,
      ...(id !== undefined && { id }),
      redirect: 'list',
      successNotification: { type: 'success', message: translate('resource:saved') },
      errorNotification: false,
      onMutationError: (error) => {
        setWarnWhen(true);
        const isOfField = error.field !== undefined && fields.includes(error.field);
        if (isOfField) setError(error.field, { type: 'server', message: errorText(error) }, { shouldFocus: true });
      },
    },
    ...(save.call.body && { resolver: zodResolver(save.call.body as BodySchema, undefined, { raw: true }) }),
    warnWhenUnsavedChanges: true,
  });
  function problemOf({ type, message }: { type: string; message?: string | undefined }, value: unknown) {
    if (type === 'server') return message;
    return translate(value === undefined ? 'resource:required' : 'resource:invalid');
  }
  const submit = handleSubmit(
    async (values) => {
      // What failed has been told.
      await onFinish(values).catch(() => undefined);
    },
    () => setWarnWhen(true),
  );
  const refusal = mutation.error;
  const isOfForm = refusal !== null && !refusal.shown && !fields.includes(refusal.field ?? '');

  if (query?.isError)
    return <TableFailure text={errorText(toApiError(query.error))} onRetry={() => void query.refetch()} />;
  // What is being read again would take the place of what is typed.
  if (query?.isFetching && !mutation.isPending) return <Skeleton />;
  return (
    <form className={styles.screen} noValidate onSubmit={(event) => void submit(event)}>
      {/* The end of the session asks nothing. */}
      {isSignedIn && <UnsavedChangesNotifier translationKey="resource:unsaved" />}
      <h1>{translate(title)}</h1>
      {fields.map((field) => (
        <Controller
          key={field}
          name={field}
          control={control}
          render={({ field: controlled, fieldState: { error } }) => (
            <Field
              resource={name}
              shape={shapes[field]}
              field={controlled}
              error={error && problemOf(error, controlled.value)}
            />
          )}
        />
      ))}
      <div aria-live="assertive">{isOfForm && <Alert type="error" showIcon message={errorText(refusal)} />}</div>
      <div>
        <ActionButton type="primary" htmlType="submit" loading={mutation.isPending}>
          {translate('resource:save')}
        </ActionButton>
      </div>
    </form>
  );
}
