import { DownloadOutlined, FilePdfOutlined, SearchOutlined } from '@ant-design/icons';
import { zodResolver } from '@hookform/resolvers/zod';
import { CanAccess, useTranslate } from '@refinedev/core';
import { Input } from 'antd';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { type AccessEntry, downloadConsultations, downloadPatientData } from '#contract/admin/consultations.ts';
import { today } from '#contract/rules/clock.ts';
import { addDays } from '#contract/rules/dates.ts';
import { isValidFiscalCode, normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';
import { readText } from '#contract/rules/typed-text.ts';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { ControlledField } from '#src/components/form/form-field.tsx';
import { PeriodForm } from '#src/components/form/period-form.tsx';
import { dayField } from '#src/components/form/period-schema.ts';
import screens from '#src/components/layout/screens.module.css';
import { useNavigationKey } from '#src/components/url-state.ts';
import { CodeScan } from '#src/components/scan/scan-listener.tsx';
import { titled } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { useRowsOf } from '#src/components/table/table-section.tsx';
import { permissionOf } from '#src/providers/access-control-provider.ts';
import type { ApiError } from '#src/providers/api/api-error.ts';
import { useDownload } from '#src/providers/api/use-download.ts';
import { daysInOrder, type PeriodInput, toCrudFilters } from '#src/providers/data/filter-values.ts';
import { useErrorText } from '#src/providers/notifications/use-notify.ts';

/** The values of the form. */
interface AccessSearch extends PeriodInput {
  readonly fiscalCode: string;
  readonly user: string;
  readonly companyName: string;
}

/** The rules of the form. The errors are text keys under `error`. */
const accessSearch = z
  .object({
    fiscalCode: z.string().check(z.overwrite(normalizeFiscalCode), z.refine(isValidFiscalCode, 'fiscalCode')),
    user: z.string().check(z.overwrite(readText)),
    companyName: z.string().check(z.overwrite(readText)),
    dateStart: dayField('startRequired'),
    dateEnd: dayField('endRequired'),
  })
  .check(daysInOrder);

const USUAL_DAYS = 30;

/** The initial form: the last days, no patient. */
export function emptySearch(): AccessSearch {
  const dateEnd = today();
  return { fiscalCode: '', user: '', companyName: '', dateStart: addDays(dateEnd, -USUAL_DAYS), dateEnd };
}

/** The parameters of the calls, without empty fields. */
export function accessQueryOf({ user, companyName, ...needed }: AccessSearch) {
  return { ...needed, ...(user !== '' && { user }), ...(companyName !== '' && { companyName }) };
}

type AccessQuery = ReturnType<typeof accessQueryOf>;

/** The files for the patient: the access log of the search, and all stored data. */
function AccessFiles({ query }: { readonly query: AccessQuery }) {
  const translate = useTranslate();
  const pdf = useDownload(downloadConsultations);
  const data = useDownload(downloadPatientData);
  const { fiscalCode } = query;
  return (
    <div className={screens.tools}>
      <CanAccess {...permissionOf(downloadConsultations)}>
        <ActionButton
          icon={<FilePdfOutlined aria-hidden />}
          loading={pdf.isDownloading}
          onClick={() => void pdf.download({ body: query }, { name: translate('access-log:pdfName') })}
        >
          {translate('access-log:pdf')}
        </ActionButton>
      </CanAccess>
      <CanAccess {...permissionOf(downloadPatientData)}>
        <ActionButton
          icon={<DownloadOutlined aria-hidden />}
          loading={data.isDownloading}
          onClick={() => void data.download({ body: { fiscalCode } }, { name: translate('access-log:dataName') })}
        >
          {translate('access-log:data')}
        </ActionButton>
      </CanAccess>
    </div>
  );
}

interface AccessFormProps {
  readonly onSearch: (search: AccessSearch) => void;
  readonly onReset: () => void;
}

/** The search form: patient, period, and who accessed the data. */
function AccessForm({ onSearch, onReset }: AccessFormProps) {
  const translate = useTranslate();
  const form = useForm<AccessSearch>({ resolver: zodResolver(accessSearch), defaultValues: emptySearch() });
  const submit = form.handleSubmit(onSearch);
  return (
    <PeriodForm
      role="search"
      state={{ form, reset: () => form.reset(emptySearch()) }}
      onSubmit={submit}
      onReset={onReset}
      actions={
        <ActionButton type="primary" htmlType="submit" icon={<SearchOutlined aria-hidden />}>
          {translate('access-log:search')}
        </ActionButton>
      }
    >
      {/* Like a typed code and Enter. */}
      <CodeScan
        kind="card"
        onCode={(fiscalCode) => {
          form.setValue('fiscalCode', fiscalCode);
          void submit();
        }}
      />
      {(['fiscalCode', 'user', 'companyName'] as const).map((name) => (
        <ControlledField
          key={name}
          control={form.control}
          name={name}
          label={translate(`access-log:field.${name}`)}
          hint={name === 'fiscalCode' ? undefined : translate(`access-log:hint.${name}`)}
          errorOf={(key) => translate(`access-log:error.${key}`)}
        >
          {(input) => <Input {...input} maxLength={100} aria-required={name === 'fiscalCode'} />}
        </ControlledField>
      ))}
    </PeriodForm>
  );
}

/** The results of a search, page by page. The search is not in the URL, because it names a patient. */
export function AccessTable({ query }: { readonly query: AccessQuery }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { table, error, isSuccess } = useRowsOf<AccessEntry>('admin-consultations', toCrudFilters(query));
  const title = (key: string) => translate(`access-log:column.${key}`);
  const columns = titled<AccessEntry>(title, [
    { kind: 'date', key: 'at', shows: 'instant', value: ({ at }) => at },
    {
      kind: 'text',
      key: 'action',
      // An unknown `action` shows the name of the operation.
      value: ({ action, operation }) => translate(`access-log:action.${action}`, { operation }, operation),
    },
    { kind: 'text', key: 'kind', value: ({ kind }) => translate(`access-log:kind.${kind}`, {}, kind) },
    {
      kind: 'text',
      key: 'who',
      value: ({ userName, username }) =>
        userName === undefined ? translate('access-log:system') : `${userName} (${username ?? ''})`,
    },
    { kind: 'text', key: 'organisation', value: ({ companyName, aslName }) => companyName ?? aslName },
    { kind: 'text', key: 'store', value: ({ storeName }) => storeName },
  ]);

  const failureText = (failure: ApiError) =>
    failure.description === 'PATIENT_NOT_FOUND'
      ? translate('access-log:noPatient')
      : translate('access-log:failure', { message: errorText(failure) });
  return (
    <>
      {isSuccess && <AccessFiles query={query} />}
      <DataTable
        {...table}
        label={translate('access-log:list')}
        columns={columns}
        showsTotal
        emptyText={translate('access-log:empty')}
        failureText={error ? failureText(error) : undefined}
      />
    </>
  );
}

/** The search stays in memory: no patient data in the URL. */
function AccessLog() {
  const translate = useTranslate();
  /** With its number: each search starts with an empty list, so that no rows of one patient show as another's. */
  const [search, setSearch] = useState<{ readonly query: AccessQuery; readonly attempt: number }>();
  return (
    <div className={screens.screen}>
      <h1>{translate('admin:menu.accessLog')}</h1>
      <p className={screens.lead}>{translate('access-log:intro')}</p>
      <AccessForm
        onSearch={(values) =>
          setSearch((last) => ({ query: accessQueryOf(values), attempt: (last?.attempt ?? 0) + 1 }))
        }
        onReset={() => setSearch(undefined)}
      />
      {search ? (
        <AccessTable key={search.attempt} query={search.query} />
      ) : (
        <p className={screens.empty}>{translate('access-log:ask')}</p>
      )}
    </div>
  );
}

/** Registro degli accessi: who read or changed a patient's data. */
export function Component() {
  return <AccessLog key={useNavigationKey()} />;
}
