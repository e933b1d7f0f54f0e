import { Alert, Progress, Select } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  type ChangedLine,
  deleteImport,
  downloadRefusedLines,
  type ImportRun,
  readImport,
  startImport,
  type ToldLine,
} from '#contract/admin/imports.ts';
import { formatDay } from '#contract/rules/dates.ts';
import { formatUnitPrice, money } from '#contract/rules/money.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import type { Id } from '#contract/wire.ts';
import { DetailCard } from '#src/components/display/facts.tsx';
import { Value } from '#src/components/display/value.tsx';
import { LoadFailure, Skeleton } from '#src/components/feedback/load-states.tsx';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { ControlledField } from '#src/components/form/form-field.tsx';
import { titled } from '#src/components/table/column.ts';
import { DataTable, type DataTableProps } from '#src/components/table/data-table.tsx';
import { ExportButtons } from '#src/components/table/export-buttons.tsx';
import { toApiError } from '#src/providers/api/api-error.ts';
import { useCallQuery, useCallMutation } from '#src/providers/api/call-hooks.ts';
import { useTranslateKinds } from '#src/providers/api/kinds.ts';
import { useErrorText } from '#src/providers/notifications/use-notify.ts';
import styles from './administration.module.css';
import type { ColumnMapping, Sending } from './use-sending.ts';

/** The fields whose values are words with a label. */
const WORD_FIELDS = ['categoryType', 'dossierStatus', 'dossierType', 'gender', 'otpMode', 'profile'];
const AMOUNT_FIELDS = ['monthlyAmount', 'refPrice'];

/** The texts of imports, and those for the fields of imported lines. */
function useImportWords() {
  const translate = useTranslateKinds();
  const label = (key: string, options: object = {}) => translate(`admin-imports:${key}`, options);
  const fieldName = (field: string) => translate(`admin-imports:column.${field}`, {}, field);
  const wordOf = (field = '', word: string) =>
    WORD_FIELDS.includes(field) ? translate(`admin-imports:value.${field}.${word}`, {}, word) : word;
  /** A stored or new value. */
  const valueOf = (field: string, value: string | undefined) => {
    if (value === undefined) return label('empty');
    if (field === 'birthDate') return formatDay(value);
    if (AMOUNT_FIELDS.includes(field)) return formatUnitPrice(money(value));
    return wordOf(field, value);
  };
  /** A problem of a line with its field and the text of the file. */
  const say = ({ field, value, reason, firstLine, words }: ToldLine['problems'][number]) => {
    const why = label(`reason.${reason}`);
    const ofField = value === undefined ? 'ofField' : 'ofValue';
    const text = field === undefined ? why : label(ofField, { field: fieldName(field), value, text: why });
    const first = firstLine === undefined ? text : label('firstLine', { text, line: firstLine });
    if (words === undefined) return first;
    return label('allowedWords', { text: first, words: words.map((word) => wordOf(field, word)).join(' / ') });
  };
  /** Why a file could not be read or imported. */
  const failureText = ({ line, columns = [], reason }: NonNullable<ImportRun['failure']>) => {
    const text = [columns.map(fieldName).join(', '), label(`reason.${reason}`)].filter(Boolean).join(': ');
    return label(line === undefined ? 'failed' : 'failedAt', { line, text });
  };
  return { label, fieldName, valueOf, say, failureText };
}

interface ColumnMappingFormProps {
  readonly row: ImportRun;
  readonly isSending: boolean;
  /** The meanings that the file was sent with. */
  readonly known: ColumnMapping;
  readonly onSend: (further: ColumnMapping) => void;
}

/** The columns of a file with unknown names, with a select for the meaning of each. */
function ColumnMappingForm({ row, isSending, known, onSend }: ColumnMappingFormProps) {
  const { label, fieldName } = useImportWords();
  const { control, handleSubmit } = useForm<Record<string, string | undefined>>();
  const { columns, ignoredColumns, freeColumns = [] } = row;
  const unknown = columns
    .map((name, index) => ({ name, place: index + 1 }))
    .filter(({ name, place }) => ignoredColumns.includes(name) && !(place in known));
  const options = freeColumns.map((value) => ({ value, label: fieldName(value) }));
  const send = handleSubmit((fields) => {
    const given = unknown.flatMap(({ place }) => {
      const meaning = fields[`c${place}`];
      return meaning === undefined ? [] : [[place, meaning] as const];
    });
    if (given.length > 0) onSend(Object.fromEntries(given));
  });
  return (
    <form className={styles.meanings} aria-label={label('meanings')} onSubmit={(event) => void send(event)}>
      <h3>{label('meanings')}</h3>
      <div className={styles.columns}>
        {unknown.map(({ name, place }) => (
          <ControlledField key={place} control={control} name={`c${place}`} label={label('meaningOf', { name })}>
            {({ value, ...input }) => (
              <Select<string> {...input} allowClear virtual={false} value={value ?? null} options={options} />
            )}
          </ControlledField>
        ))}
      </div>
      <ActionButton htmlType="submit" loading={isSending}>
        {label('sendAgain')}
      </ActionButton>
    </form>
  );
}

interface HiddenRowsQuestionProps {
  readonly count: number;
  readonly isSending: boolean;
  readonly onLeaveOut: () => void;
  /** Undefined if this page did not send the file. */
  readonly onRead: (() => void) | undefined;
}

/** Asks whether the hidden rows of a sheet are meant too. */
function HiddenRowsQuestion({ count, isSending, onLeaveOut, onRead }: HiddenRowsQuestionProps) {
  const { label } = useImportWords();
  const ofRows = (key: string) => label(`hidden.${key}`, { rows: formatCount(count) });
  return (
    <div role="group" aria-label={label('facts.hiddenRows')} className={styles.question}>
      <p>
        {ofRows('question')} {onRead === undefined && ofRows('readElsewhere')}
      </p>
      <div className={styles.buttons}>
        {onRead && (
          <ActionButton loading={isSending} onClick={onRead}>
            {ofRows('read')}
          </ActionButton>
        )}
        <ActionButton onClick={onLeaveOut}>{ofRows('leaveOut')}</ActionButton>
      </div>
    </div>
  );
}

type FirstLinesProps<Row extends object> = Omit<DataTableProps<Row>, 'tableProps'> & { readonly lines: readonly Row[] };

/** The first lines of a file of which there is something to say. */
function FirstLines<Row extends object>({ lines, ...table }: FirstLinesProps<Row>) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3>{table.label}</h3>
      <DataTable {...table} tableProps={{ dataSource: lines, pagination: { pageSize: 10 } }} />
    </>
  );
}

type Change = Omit<ChangedLine, 'changes'> & ChangedLine['changes'][number];

/** What the first lines change in stored rows: each field with its present and its new value. */
function ChangedLines({ lines }: { readonly lines: readonly ChangedLine[] }) {
  const { label, fieldName, valueOf } = useImportWords();
  const columns = titled<Change>(label, [
    { kind: 'number', key: 'line', value: ({ line }) => line },
    { kind: 'text', key: 'subject', isCode: true, value: ({ key }) => key },
    { kind: 'text', key: 'field', value: ({ field }) => fieldName(field) },
    { kind: 'text', key: 'from', value: ({ field, from }) => valueOf(field, from) },
    { kind: 'text', key: 'to', value: ({ field, to }) => valueOf(field, to) },
  ]);
  return (
    <FirstLines
      label={label('changedLines')}
      columns={columns}
      rowKey={({ line, field }) => `${line} ${field}`}
      lines={lines.flatMap(({ changes, ...line }) => changes.map((change) => ({ ...line, ...change })))}
    />
  );
}

/** The first lines that are refused, or that should be looked at, each with the reason. */
function ToldLines({ title, lines }: { readonly title: string; readonly lines: readonly ToldLine[] }) {
  const { label, say } = useImportWords();
  const columns = titled<ToldLine>(label, [
    { kind: 'number', key: 'line', value: ({ line }) => line },
    { kind: 'text', key: 'reasons', value: ({ problems }) => problems.map(say).join('; ') },
  ]);
  return <FirstLines label={title} columns={columns} rowKey={({ line }) => String(line)} lines={lines} />;
}

/** Interval in ms to read the state of the import. */
const ASK_EVERY_MS = 1500;
const COUNTS = ['created', 'changed', 'unchanged', 'refused', 'warned'] as const;

/** The counts of the check or of the import, in colours: what is refused or looks wrong stands out. */
function Counts({ row }: { readonly row: ImportRun }) {
  const { label } = useImportWords();
  const counted = row.state === 'RUNNING' || row.state === 'DONE' ? 'counted' : 'count';
  return (
    <dl className={styles.counts}>
      {COUNTS.filter((count) => count !== 'warned' || row.warned).map((count) => {
        const value = row[count] ?? 0;
        return (
          <div key={count} className={value > 0 ? styles[count] : styles.unchanged}>
            <dt>{label(`${counted}.${count}`)}</dt>
            <dd>
              <Value text={formatCount(value)} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface ImportFileProps {
  readonly importId: Id;
  readonly isSending: boolean;
  /** Sends the file again with the meanings of its columns; undefined if this page did not send it. */
  readonly resending: ReturnType<Sending['resendOf']>;
  /** Called when the state of the import is known, and whenever it changes. */
  readonly onStateChange: () => void;
  readonly onDeleted: () => void;
}

function isUnderway({ state }: ImportRun): boolean {
  return ['RECEIVING', 'CHECKING', 'RUNNING'].includes(state);
}

/** Whether an ignored column may be one that the file lacks. */
function mayMean({ state, ignoredColumns, freeColumns = [] }: ImportRun): boolean {
  return (state === 'CHECKED' || state === 'FAILED') && ignoredColumns.length > 0 && freeColumns.length > 0;
}

/** An import: its progress, its planned changes, and its actions. */
export function ImportFile({ importId, isSending, resending, onStateChange, onDeleted }: ImportFileProps) {
  const errorText = useErrorText();
  const params = { id: Number(importId) };
  const { data, onRetry, refetch } = useCallQuery(
    readImport,
    { params },
    { alerts: 'expiry-only', refetchInterval: ({ row }) => isUnderway(row) && ASK_EVERY_MS },
  );
  const start = useCallMutation(startImport);
  const discard = useCallMutation(deleteImport);
  const { label, failureText } = useImportWords();
  const [problem, setProblem] = useState<string>();
  const [isWithoutHidden, setWithoutHidden] = useState(false);
  const state = data?.row.state;
  const report = useEffectEvent(onStateChange);
  useEffect(() => {
    if (state !== undefined) report();
  }, [state]);

  const attempt = async (work: () => Promise<unknown>) => {
    setProblem(undefined);
    try {
      await work();
    } catch (thrown) {
      const error = toApiError(thrown);
      if (!error.shown) setProblem(errorText(error));
    }
  };
  // After a lost answer too: the import may have begun.
  const begin = () => void attempt(() => start.run({ params, body: {} }).finally(() => void refetch()));
  const remove = () => void attempt(() => discard.run({ params }).then(onDeleted));

  const sendAgain = (how: Parameters<NonNullable<typeof resending>['send']>[0]) =>
    void attempt(async () => resending?.send(how, state === 'CHECKED' ? importId : undefined));

  if (onRetry) return <LoadFailure onRetry={onRetry} />;
  if (!data) return <Skeleton rows={4} />;
  const { row, refusedLines, warnedLines = [], changedLines = [], samples = [] } = data;
  const { encoding, sheet, otherSheets = [], hiddenRows = 0, withHidden = false } = row.readAs ?? {};
  const hiddenText = label(`hidden.${withHidden ? 'included' : 'leftOut'}`, { rows: formatCount(hiddenRows) });
  const named = row.columns.filter((name) => name !== '' && !row.ignoredColumns.includes(name));
  const facts: Readonly<Record<string, string | false | undefined>> = {
    encoding,
    sheet,
    otherSheets: otherSheets.join(', '),
    hiddenRows: hiddenRows > 0 && hiddenText,
    headLine: (row.headLine ?? 1) > 1 && String(row.headLine),
    columns: named.join(', '),
    ignored: row.ignoredColumns.join(', '),
  };
  const isToAnswer = row.state === 'CHECKED' && hiddenRows > 0 && !withHidden && !isWithoutHidden;
  const isSomethingToDo = row.created + row.changed > 0;
  return (
    <DetailCard
      title={label('show', { name: row.fileName })}
      details={[
        { label: label('facts.state'), value: <span role="status">{label(`state.${row.state}`)}</span> },
        ...Object.entries(facts).flatMap(([key, value]) =>
          value || key === 'columns'
            ? [{ label: label(`facts.${key}`), value, isLong: key === 'columns' || key === 'ignored' }]
            : [],
        ),
      ]}
    >
      <Counts row={row} />
      {isUnderway(row) && (
        <>
          <Progress
            percent={Math.floor((row.processed / Math.max(row.lines, 1)) * 100)}
            aria-label={label('facts.state')}
          />
          <p>{label('progress', { processed: formatCount(row.processed), lines: formatCount(row.lines) })}</p>
        </>
      )}
      {row.failure && <Alert type="error" showIcon role="alert" message={failureText(row.failure)} />}
      {mayMean(row) &&
        (resending ? (
          <ColumnMappingForm
            row={row}
            isSending={isSending}
            known={resending.meanings}
            onSend={(meanings) => sendAgain({ meanings })}
          />
        ) : (
          <p>{label('meaningsElsewhere')}</p>
        ))}
      {samples.length > 0 && (
        <p>
          {label('samples', { encoding })} <q>{samples.join('», «')}</q>
        </p>
      )}
      {isToAnswer && (
        <HiddenRowsQuestion
          count={hiddenRows}
          isSending={isSending}
          onLeaveOut={() => setWithoutHidden(true)}
          onRead={resending && (() => sendAgain({ withHiddenRows: true }))}
        />
      )}
      {row.state === 'CHECKED' && !isSomethingToDo && <p>{label('nothing')}</p>}
      {problem !== undefined && <p role="alert">{problem}</p>}
      <div className={styles.buttons}>
        {row.state === 'CHECKED' && isSomethingToDo && !isToAnswer && (
          <ActionButton type="primary" loading={start.isRunning} onClick={begin}>
            {label('start')}
          </ActionButton>
        )}
        {row.state === 'CHECKED' && (
          <ActionButton danger loading={discard.isRunning} onClick={remove}>
            {label('delete')}
          </ActionButton>
        )}
        {refusedLines.length > 0 && !isUnderway(row) && (
          <ExportButtons
            call={downloadRefusedLines}
            label={label('refusedFile')}
            excelLabel={label('refusedExcel')}
            onExport={(begin) => begin({ params })}
          />
        )}
      </div>
      <ChangedLines lines={changedLines} />
      <ToldLines title={label('warnedLines')} lines={warnedLines} />
      <ToldLines title={label('refusedLines')} lines={refusedLines} />
    </DetailCard>
  );
}
