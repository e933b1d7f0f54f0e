import { useCan, useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { anonymiseAdminPatient, type PatientFile, readPatientFile } from '#contract/admin/patients.ts';
import { formatInstant, formatMonth } from '#contract/rules/dates.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { DetailCard } from '#src/components/display/facts.tsx';
import { chipOf, isCancelled } from '#src/components/display/statuses.ts';
import { LoadFailure, Skeleton } from '#src/components/feedback/load-states.tsx';
import screens from '#src/components/layout/screens.module.css';
import { RecordCommands } from '#src/components/resource/record-commands.tsx';
import type { AnyRecord } from '#src/components/resource/record-values.ts';
import { RelatedRows } from '#src/components/resource/related-rows.tsx';
import { ResourceShow } from '#src/components/resource/resource-show.tsx';
import { titled } from '#src/components/table/column.ts';
import { TableSection } from '#src/components/table/table-section.tsx';
import { permissionOf } from '#src/providers/access-control-provider.ts';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';
import { type RecordCommand, type ResourceDeclaration, wordsOf } from '#src/providers/data/declaration.ts';
import { useAdminResources } from '#src/providers/data/declared-resources.ts';
import { useLazy } from '#src/providers/loading/load-lazy.ts';
import { AccessTable, accessQueryOf, emptySearch } from './access-log.tsx';
import styles from './administration.module.css';

/** A table that has all its rows. */
const OF_FILE = { pagination: { pageSize: 10 } };

function Purchases({ file: { purchases, purchaseCount } }: { readonly file: PatientFile }) {
  const translate = useTranslate();
  const title = (key: string) => translate(`patient-file:column.${key}`);
  const columns = titled<PatientFile['purchases'][number]>(title, [
    { kind: 'date', key: 'at', shows: 'instant', value: ({ createTime }) => createTime },
    { kind: 'text', key: 'number', value: ({ purchaseId }) => String(purchaseId) },
    { kind: 'text', key: 'voucher', isCode: true, value: ({ voucherCode }) => voucherCode },
    { kind: 'text', key: 'business', value: ({ companyName }) => companyName },
    { kind: 'text', key: 'store', value: ({ storeName }) => storeName },
    { kind: 'chip', key: 'status', value: ({ status }) => chipOf('purchase', status, translate) },
    { kind: 'currency', key: 'amount', value: ({ itemsAmount }) => itemsAmount },
  ]);
  const counts = { shown: formatCount(purchases.length), total: formatCount(purchaseCount) };
  return (
    <TableSection
      label={translate('patient-file:purchases')}
      intro={purchaseCount > purchases.length && translate('patient-file:latest', counts)}
      columns={columns}
      rowKey={({ purchaseId }) => String(purchaseId)}
      tableProps={{ ...OF_FILE, dataSource: purchases }}
      isStruckOut={isCancelled}
      emptyText={translate('patient-file:noPurchases')}
    />
  );
}

function Sheets({ sheets }: Pick<PatientFile, 'sheets'>) {
  const translate = useTranslate();
  const title = (key: string) => translate(`patient-file:column.${key}`);
  const columns = titled<PatientFile['sheets'][number]>(title, [
    { kind: 'text', key: 'sheet', isCode: true, value: ({ number }) => number },
    { kind: 'text', key: 'month', value: ({ month }) => formatMonth(month) },
    { kind: 'text', key: 'voucher', isCode: true, value: ({ voucherCode }) => voucherCode },
    { kind: 'date', key: 'swapTime', shows: 'instant', value: ({ swapTime }) => swapTime },
    { kind: 'currency', key: 'amount', value: ({ amount }) => amount },
  ]);
  return (
    <TableSection
      label={translate('patient-file:sheets')}
      columns={columns}
      rowKey={({ number }) => number}
      tableProps={{ ...OF_FILE, dataSource: sheets }}
    />
  );
}

/** Who has seen the data, read on demand, because the reading is recorded too. */
function Consultations({ fiscalCode }: { readonly fiscalCode: string }) {
  const translate = useTranslate();
  const [isShown, setShown] = useState(false);
  const label = translate('patient-file:consultations');
  return (
    <section className={screens.section} aria-label={label}>
      <h2>{label}</h2>
      <p>{translate('patient-file:consultationsNote')}</p>
      {isShown ? (
        <AccessTable query={accessQueryOf({ ...emptySearch(), fiscalCode })} />
      ) : (
        <div>
          <Button onClick={() => setShown(true)}>{translate('patient-file:showConsultations')}</Button>
        </div>
      )}
    </section>
  );
}

/** The file of a patient, if the server offers it. */
function useFile({ id }: AnyRecord) {
  const { data: may } = useCan(permissionOf(readPatientFile));
  const params = { id: Number(id) };
  return useCallQuery(readPatientFile, { params }, { alerts: 'expiry-only', enabled: may?.can === true });
}

/** The wrong PINs, read again after an unlock. */
function PinAttempts({ patient }: { readonly patient: AnyRecord }) {
  const translate = useTranslate();
  const { data } = useFile(patient);
  return data?.file.pinAttempts.map(({ companyName, failures, lockedUntil }) => (
    <Alert
      key={companyName}
      type={lockedUntil ? 'error' : 'warning'}
      showIcon
      message={translate(lockedUntil ? 'patient-file:lockedAt' : 'patient-file:attempts', {
        company: companyName,
        n: formatCount(failures),
        time: lockedUntil && formatInstant(new Date(lockedUntil)),
      })}
    />
  ));
}

interface PinCardProps {
  readonly patient: AnyRecord;
  readonly declaration: ResourceDeclaration;
  readonly commands: readonly RecordCommand[];
}

/** When the PIN was issued, where it is locked, and what can be done about it. */
function PinCard({ patient, declaration, commands }: PinCardProps) {
  const translate = useTranslate();
  const { otpMode, hasPin, pinIssueTime } = patient;
  const label = (key: string) => translate(`patient-file:${key}`);
  const isWithPin = otpMode === 'PIN';
  const issued = typeof pinIssueTime === 'string' ? formatInstant(new Date(pinIssueTime)) : label('unknownTime');
  return (
    <DetailCard
      title={label('pin')}
      details={[
        { label: label('otpMode'), value: translate(`admin:patients.otpMode.${String(otpMode)}`) },
        ...(isWithPin ? [{ label: label('issued'), value: hasPin === true ? issued : label('never') }] : []),
      ]}
    >
      <div className={styles.state}>
        <PinAttempts key={String(patient.version)} patient={patient} />
        <p>{label(isWithPin ? 'letter' : 'withoutPin')}</p>
        <div className={styles.buttons}>
          <RecordCommands
            resource={declaration.name}
            words={wordsOf(declaration)}
            record={patient}
            commands={commands}
          />
        </div>
      </div>
    </DetailCard>
  );
}

const OF_ALL = ['fiscalCode', 'patientName'];

function FileParts({ patient }: { readonly patient: AnyRecord }) {
  const { data, isLoading, onRetry } = useFile(patient);
  const fiscalCode = String(patient.fiscalCode);
  const filters = [{ field: 'fiscalCode', operator: 'eq' as const, value: fiscalCode }];
  return (
    <>
      <RelatedRows resource="admin-dossiers" filters={filters} without={OF_ALL} owner={patient} />
      <RelatedRows
        resource="admin-vouchers"
        filters={filters}
        sorters={[{ field: 'month', order: 'desc' }]}
        without={OF_ALL}
        owner={patient}
      />
      {onRetry && <LoadFailure onRetry={onRetry} />}
      {isLoading && <Skeleton rows={4} />}
      {data && <Purchases file={data.file} />}
      {data && data.file.sheets.length > 0 && <Sheets sheets={data.file.sheets} />}
      <Consultations fiscalCode={fiscalCode} />
    </>
  );
}

function PatientScreen({ declaration }: { readonly declaration: ResourceDeclaration }) {
  const translate = useTranslate();
  const lazy = useLazy(declaration.calls);
  if (lazy.state === 'failed') throw lazy.error;
  if (lazy.state === 'pending' || !lazy.part.one) return <Skeleton />;
  const { one, recordCommands = [] } = lazy.part;
  const isOfPin = ({ call }: RecordCommand) => call !== anonymiseAdminPatient;
  return (
    <ResourceShow
      declaration={declaration}
      calls={lazy.part}
      one={one}
      title="admin:patients.show"
      heading={({ firstName, lastName }) => `${String(firstName)} ${String(lastName)}`}
      without={['fiscalCode', 'firstName', 'lastName', 'otpMode', 'hasPin', 'pinIssueTime']}
      commands={recordCommands.filter((command) => !isOfPin(command))}
      beside={(patient) =>
        patient.anonymity === 'DONE' ? (
          <div className={styles.state}>
            <Alert type="info" showIcon message={translate('patient-file:anonymous')} />
          </div>
        ) : (
          <PinCard patient={patient} declaration={declaration} commands={recordCommands.filter(isOfPin)} />
        )
      }
    >
      {(patient) => <FileParts patient={patient} />}
    </ResourceShow>
  );
}

/** Assistito: all that is known of a patient, and what can be done beside what it is done to. */
export function Component() {
  const declaration = useAdminResources().find(({ name }) => name === 'admin-patients');
  return declaration && <PatientScreen declaration={declaration} />;
}
