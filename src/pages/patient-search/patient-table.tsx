import { useTranslate } from '@refinedev/core';
import type { Patient } from '#contract/entities/patient.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import type { PagedRows } from '#src/components/data-table/paging.ts';
import { categoryTypeOf, dossierStatus, patientKey, voucherStatus } from '#src/components/patient/patient-facts.ts';
import { usePatientLabels } from '#src/components/patient/patient-labels.ts';

interface PatientTableProps {
  readonly tableProps: PagedRows<Patient>;
  readonly onRetry: (() => void) | undefined;
  readonly onOpen: (patient: Patient) => void;
}

/** The patients found, 5 per page (§2, §9). */
export function PatientTable(props: PatientTableProps) {
  const translate = useTranslate();
  const labels = usePatientLabels();
  const title = (key: string) => translate(`patients:column.${key}`);
  const columns: readonly Column<Patient>[] = [
    { kind: 'text', key: 'fiscalCode', title: title('fiscalCode'), value: (row) => row.fiscalCode, opensRow: true },
    { kind: 'text', key: 'firstName', title: title('firstName'), value: (row) => row.firstName },
    { kind: 'text', key: 'lastName', title: title('lastName'), value: (row) => row.lastName },
    { kind: 'date', key: 'birthDate', title: title('birthDate'), shows: 'day', value: (row) => row.birthDate },
    {
      kind: 'chip',
      key: 'categoryType',
      title: title('categoryType'),
      value: (row) => labels.categoryType(categoryTypeOf(row)),
    },
    { kind: 'chip', key: 'dossier', title: title('dossier'), value: (row) => labels.dossier(dossierStatus(row)) },
    { kind: 'chip', key: 'voucher', title: title('voucher'), value: (row) => labels.voucher(voucherStatus(row)) },
  ];
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
