import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslate, useWarnAboutChange } from '@refinedev/core';
import { useForm } from '@refinedev/react-hook-form';
import { Alert, Button } from 'antd';
import { useId } from 'react';
import { Controller, type FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { TableFailure } from '#src/components/data-table/table-failure.tsx';
import { FieldError } from '#src/components/field-error/field-error.tsx';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import type { ItemDeclaration } from '#src/providers/data/declaration.ts';
import { type ApiError, toApiError } from '#src/providers/http/api-error.ts';
import { FieldInput } from './field-input.tsx';
import { type AnyRecord, labelOf, shapesOf } from './fields.ts';
import type { ResourceScreenProps } from './resource-screens.tsx';
import styles from './resource.module.css';
import { UnsavedChanges } from './unsaved-changes.tsx';

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
  const id = useId();
  const { setWarnWhen } = useWarnAboutChange();
  const shapes = shapesOf(save.call, save.item);
  const {
    refineCore: { onFinish, formLoading, query, mutation },
    control,
    handleSubmit,
    setError,
  } = useForm<AnyRecord, ApiError, FieldValues>({
    refineCoreProps: {
      resource: name,
      action,
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
  return (
    <form className={styles.screen} noValidate onSubmit={(event) => void submit(event)}>
      <UnsavedChanges />
      <h1>{translate(title)}</h1>
      {fields.map((field) => (
        <Controller
          key={field}
          name={field}
          control={control}
          render={({ field: controlled, fieldState: { error } }) => (
            <div className={styles.field}>
              <label id={`${id}-${field}-label`} htmlFor={`${id}-${field}`}>
                {labelOf(name, field, translate)}
              </label>
              <FieldInput
                resource={name}
                shape={shapes[field]}
                id={`${id}-${field}`}
                aria-labelledby={`${id}-${field}-label`}
                aria-describedby={`${id}-${field}-error`}
                aria-invalid={error !== undefined}
                field={controlled}
              />
              <FieldError
                id={`${id}-${field}-error`}
                text={error && textOf(error.type, error.message, controlled.value)}
              />
            </div>
          )}
        />
      ))}
      <div aria-live="assertive">{isOfForm && <Alert type="error" showIcon message={errorText(refusal)} />}</div>
      <Button type="primary" htmlType="submit" loading={formLoading} className={styles.save}>
        {translate('resource:save')}
      </Button>
    </form>
  );

  function textOf(type: string, message: string | undefined, value: unknown): string | undefined {
    if (type === 'server') return message;
    return translate(value === undefined ? 'resource:required' : 'resource:invalid');
  }
}
