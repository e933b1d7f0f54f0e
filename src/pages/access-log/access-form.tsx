import { SearchOutlined } from '@ant-design/icons';
import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslate } from '@refinedev/core';
import { Button, Input } from 'antd';
import { type Control, Controller, useForm } from 'react-hook-form';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { FormField } from '#src/components/fields/form-field.tsx';
import { PeriodFields } from '#src/components/period-form/period-fields.tsx';
import { PeriodPresets } from '#src/components/period-form/period-presets.tsx';
import { CodeScan } from '#src/components/resource/code-scan.tsx';
import styles from './access-log.module.css';
import { type AccessSearch, accessSearch, emptySearch } from './access-search.ts';

interface TextFieldProps {
  readonly control: Control<AccessSearch>;
  readonly name: 'fiscalCode' | 'user' | 'companyName';
  /** Describes the accepted input. */
  readonly hint?: string;
}

function TextField({ control, name, hint }: TextFieldProps) {
  const translate = useTranslate();
  return (
    <Controller
      name={name}
      control={control}
      render={({ field, fieldState: { error } }) => (
        <FormField
          label={translate(`access-log:field.${name}`)}
          hint={hint}
          error={error?.message && translate(`access-log:error.${error.message}`)}
        >
          {(input) => (
            <Input
              {...field}
              {...input}
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              aria-required={hint === undefined}
            />
          )}
        </FormField>
      )}
    />
  );
}

interface AccessFormProps {
  readonly onSearch: (search: AccessSearch) => void;
  readonly onReset: () => void;
}

/** The search form: patient, period, and who accessed the data. */
export function AccessForm({ onSearch, onReset }: AccessFormProps) {
  const translate = useTranslate();
  const form = useForm<AccessSearch>({ resolver: zodResolver(accessSearch), defaultValues: emptySearch() });
  const { control, handleSubmit, reset, setValue } = form;
  const submit = handleSubmit(onSearch);

  return (
    <form className={styles.form} role="search" noValidate onSubmit={(event) => void submit(event)}>
      {/* Like a typed code and Enter. */}
      <CodeScan
        kind="card"
        onCode={(fiscalCode) => {
          setValue('fiscalCode', fiscalCode);
          void submit();
        }}
      />
      <div className={styles.fields}>
        <TextField control={control} name="fiscalCode" />
        <TextField control={control} name="user" hint={translate('access-log:hint.user')} />
        <TextField control={control} name="companyName" hint={translate('access-log:hint.companyName')} />
        <PeriodFields control={(field) => <Controller control={control} {...field} />} isRequired />
      </div>
      <PeriodPresets form={form} />
      <div className={styles.buttons}>
        <Button
          onClick={() => {
            reset(emptySearch());
            onReset();
          }}
        >
          {translate('period:reset')}
        </Button>
        <ActionButton type="primary" htmlType="submit" icon={<SearchOutlined aria-hidden />}>
          {translate('access-log:search')}
        </ActionButton>
      </div>
    </form>
  );
}
