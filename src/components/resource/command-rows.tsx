import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useTranslate, useWarnAboutChange } from '@refinedev/core';
import { Button } from 'antd';
import { useEffect } from 'react';
import { type Control, Controller, type FieldValues, useFieldArray, useWatch } from 'react-hook-form';
import { money, sum } from '#contract/rules/money.ts';
import type { RecordCommand } from '#src/providers/data/declaration.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';
import { Amount } from '../display/value.tsx';
import { UnsavedQuestion } from '../form/unsaved-question.tsx';
import { Field } from './field.tsx';
import { rowShapesOf } from './record-values.ts';
import styles from './resource.module.css';

interface CommandRowsProps {
  readonly words: string;
  readonly call: RecordCommand['call'];
  readonly rows: NonNullable<RecordCommand['rows']>;
  readonly control: Control;
}

/** Inputs in rows. Enter adds a row. */
export function CommandRows({ words, call, rows: { name, fields, total }, control }: CommandRowsProps) {
  const translate = useTranslate();
  const shapes = rowShapesOf(call, name);
  const { fields: rows, append, remove } = useFieldArray({ control, name });
  const typed = useWatch({ control, name }) as readonly FieldValues[];
  const amounts = typed.map((row) => (total === undefined ? undefined : (row[total] as unknown)));

  return (
    <>
      <ol className={styles.rows}>
        {rows.map((row, index) => (
          <li key={row.id} className={styles.row} aria-label={translate('resource:rows.row', { number: index + 1 })}>
            {fields.map((field) => (
              <Controller
                key={field}
                name={`${name}.${index}.${field}`}
                control={control}
                render={({ field: controlled, fieldState: { error } }) => (
                  <Field
                    words={words}
                    shape={shapes[field]}
                    field={{ ...controlled, name: field }}
                    error={
                      error && translate(controlled.value === undefined ? 'resource:required' : 'resource:invalid')
                    }
                  />
                )}
              />
            ))}
            <Button
              icon={<DeleteOutlined aria-hidden />}
              aria-label={translate('resource:rows.remove', { number: index + 1 })}
              disabled={rows.length === 1}
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <div className={styles.head}>
        {/* The first button of the form, because Enter presses that one. */}
        <Button
          htmlType="submit"
          icon={<PlusOutlined aria-hidden />}
          onClick={(event) => {
            event.preventDefault();
            append({}, { focusName: `${name}.${rows.length}.${fields[0] ?? ''}` });
          }}
        >
          {translate('resource:rows.add')}
        </Button>
        {total !== undefined && (
          <strong aria-live="polite">
            {translate('resource:rows.total')}:{' '}
            <Amount value={sum(amounts.flatMap((amount) => (typeof amount === 'number' ? [money(amount)] : [])))} />
          </strong>
        )}
      </div>
    </>
  );
}

/** Asks before the user leaves with unsent rows, whether the rows are visible or not. */
export function UnsentRows({ name, control }: { readonly name: string; readonly control: Control }) {
  const { setWarnWhen } = useWarnAboutChange();
  const isSignedIn = useIsSignedIn();
  const typed = useWatch({ control, name }) as readonly FieldValues[];
  const isTyped = typed.some((row) => Object.values(row).some((value) => value !== undefined));
  useEffect(() => {
    setWarnWhen(isTyped);
  }, [isTyped, setWarnWhen]);
  // No question when the session ends.
  return isSignedIn && <UnsavedQuestion />;
}
