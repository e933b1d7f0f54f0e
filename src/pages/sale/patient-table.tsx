import { useTranslate } from '@refinedev/core';
import type { Patient } from '#contract/entities/patient.ts';
import { categoryTypeOf, dossierStatus, patientKey, voucherStatus } from '#src/components/display/patient.ts';
import { chipOf } from '#src/components/display/statuses.ts';
import { NO_VALUE } from '#src/components/display/value.tsx';
import { titled } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import type { PagedRows } from '#src/components/table/paging.ts';

interface PatientTableProps {
  readonly tableProps: PagedRows<Patient>;
  readonly onRetry: (() => void) | undefined;
  readonly onOpen: (patient: Patient) => void;
}

/** The patients found, 5 per page (§2, §9). */
export function PatientTable(props: PatientTableProps) {
  const translate = useTranslate();
  const title = (key: string) => translate(`patients:column.${key}`);
  const columns = titled<Patient>(title, [
    { kind: 'text', key: 'fiscalCode', value: (row) => row.fiscalCode, opensRow: true },
    { kind: 'text', key: 'firstName', value: (row) => row.firstName },
    { kind: 'text', key: 'lastName', value: (row) => row.lastName },
    { kind: 'date', key: 'birthDate', shows: 'day', value: (row) => row.birthDate },
    {
      kind: 'chip',
      key: 'categoryType',
      value: (row) => chipOf('categoryType', categoryTypeOf(row) ?? NO_VALUE, translate),
    },
    { kind: 'chip', key: 'dossier', value: (row) => chipOf('dossier', dossierStatus(row), translate) },
    { kind: 'chip', key: 'voucher', value: (row) => chipOf('voucher', voucherStatus(row), translate) },
  ]);
  return (
    <DataTable
      label={translate('patients:list')}
      columns={columns.map((column) => ({ ...column, sortable: true }))}
      rowKey={patientKey}
      tableProps={props.tableProps}
      onRetry={props.onRetry}
      onOpen={props.onOpen}
    />
  );
}
