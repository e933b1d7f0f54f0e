import { useTranslate } from '@refinedev/core';
import { Alert, Progress } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  deleteImport,
  downloadRefusedLines,
  type ImportMode,
  type ImportRun,
  readImport,
  startImport,
  type ToldLine,
} from '#contract/admin/imports.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import type { Id } from '#contract/wire.ts';
import { DetailCard } from '#src/components/display/facts.tsx';
import { Value } from '#src/components/display/value.tsx';
import { LoadFailure, Skeleton } from '#src/components/feedback/load-states.tsx';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { titled } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { ExportButtons } from '#src/components/table/export-buttons.tsx';
import { toApiError } from '#src/providers/api/api-error.ts';
import { useCallQuery, useCallMutation } from '#src/providers/api/call-hooks.ts';
import { useErrorText } from '#src/providers/notifications/use-notify.ts';
import { ChangedLines } from './changed-lines.tsx';
import { ColumnMappingForm } from './column-mapping-form.tsx';
import styles from './administration.module.css';
import { useImportWords } from './use-import-words.ts';
import type { Sending } from './use-sending.ts';

interface HiddenRowsQuestionProps {
  readonly count: number;
  readonly isSending: boolean;
  readonly onLeaveOut: () => void;
  /** Undefined if this page did not send the file. */
  readonly onRead: (() => void) | undefined;
}

/** Asks whether the hidden rows of a sheet are meant too. */
function HiddenRowsQuestion({ count, isSending, onLeaveOut, onRead }: HiddenRowsQuestionProps) {
  const translate = useTranslate();
  const label = (key: string) => translate(`admin-imports:hidden.${key}`, { rows: formatCount(count) });
  return (
    <div role="group" aria-label={translate('admin-imports:facts.hiddenRows')} className={styles.question}>
      <p>
        {label('question')} {onRead === undefined && label('readElsewhere')}
      </p>
      <div className={styles.buttons}>
        {onRead && (
          <ActionButton loading={isSending} onClick={onRead}>
            {label('read')}
          </ActionButton>
        )}
        <ActionButton onClick={onLeaveOut}>{label('leaveOut')}</ActionButton>
      </div>
    </div>
  );
}

/** The first lines that are refused, or that should be looked at, each with the reason. */
function ToldLines({ title, lines }: { readonly title: string; readonly lines: readonly ToldLine[] }) {
  const translate = useTranslate();
  const { say } = useImportWords();
  const columns = titled<ToldLine>(
    (key) => translate(`admin-imports:${key}`),
    [
      { kind: 'number', key: 'line', value: ({ line }) => line },
      { kind: 'text', key: 'reasons', value: ({ problems }) => problems.map(say).join('; ') },
    ],
  );
  return (
    <>
      <h3>{title}</h3>
      <DataTable
        label={title}
        columns={columns}
        rowKey={({ line }) => String(line)}
        tableProps={{ dataSource: lines, pagination: { pageSize: 10 } }}
      />
    </>
  );
}

/** Interval in ms to read the state of the import. */
const ASK_EVERY_MS = 1500;
const COUNTS = ['created', 'changed', 'unchanged', 'refused'] as const;

/** The colour of a count: what is refused or looks wrong stands out. */
const COUNT_TONES = {
  created: 'good',
  changed: 'changes',
  unchanged: 'quiet',
  refused: 'bad',
  warned: 'doubtful',
} as const;

/** The counts of the check or of the import, in colours. */
function Counts({ row }: { readonly row: ImportRun }) {
  const translate = useTranslate();
  const counted = row.state === 'RUNNING' || row.state === 'DONE' ? 'counted' : 'count';
  const shown = [...COUNTS, ...(row.warned ? (['warned'] as const) : [])];
  return (
    <dl className={styles.counts}>
      {shown.map((count) => {
        const value = row[count] ?? 0;
        return (
          <div key={count} className={value > 0 ? styles[COUNT_TONES[count]] : styles.quiet}>
            <dt>{translate(`admin-imports:${counted}.${count}`)}</dt>
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

function percentOf({ processed, lines }: ImportRun): number {
  return lines === 0 ? 0 : Math.floor((processed / lines) * 100);
}

/** An import: its progress, its planned changes, and its actions. */
export function ImportFile({ importId, isSending, resending, onStateChange, onDeleted }: ImportFileProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const params = { id: Number(importId) };
  const { data, onRetry, refetch } = useCallQuery(
    readImport,
    { params },
    { alerts: 'expiry-only', refetchInterval: ({ row }) => isUnderway(row) && ASK_EVERY_MS },
  );
  const start = useCallMutation(startImport);
  const discard = useCallMutation(deleteImport);
  const { fieldName } = useImportWords();
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
  const begin = (mode: ImportMode) =>
    void attempt(async () => {
      // After a lost answer too: the import may have begun.
      await start.run({ params, body: { mode } }).finally(() => void refetch());
    });
  const remove = () =>
    void attempt(async () => {
      await discard.run({ params });
      onDeleted();
    });

  const sendAgain = (how: Parameters<NonNullable<typeof resending>['send']>[0]) =>
    void attempt(async () => resending?.send(how, state === 'CHECKED' ? importId : undefined));

  if (onRetry) return <LoadFailure onRetry={onRetry} />;
  if (!data) return <Skeleton rows={4} />;
  const { row, refusedLines, warnedLines = [], changedLines = [], samples = [] } = data;
  const { encoding, sheet, otherSheets = [], hiddenRows = 0, withHidden = false } = row.readAs ?? {};
  const label = (key: string) => translate(`admin-imports:${key}`);
  const fact = (key: string, value: string) => ({ label: label(`facts.${key}`), value });
  const isToAnswer = row.state === 'CHECKED' && hiddenRows > 0 && !withHidden && !isWithoutHidden;
  const isSomethingToDo = row.created + row.changed > 0;
  return (
    <DetailCard
      title={translate('admin-imports:show', { name: row.fileName })}
      details={[
        { label: label('facts.state'), value: <span role="status">{label(`state.${row.state}`)}</span> },
        ...(encoding === undefined ? [] : [fact('encoding', encoding)]),
        ...(sheet === undefined ? [] : [fact('sheet', sheet)]),
        ...(otherSheets.length > 0 ? [fact('otherSheets', otherSheets.join(', '))] : []),
        ...(hiddenRows > 0
          ? [
              fact(
                'hiddenRows',
                translate(`admin-imports:hidden.${withHidden ? 'included' : 'leftOut'}`, {
                  rows: formatCount(hiddenRows),
                }),
              ),
            ]
          : []),
        ...((row.headLine ?? 1) > 1 ? [fact('headLine', String(row.headLine))] : []),
        {
          ...fact(
            'columns',
            row.columns.filter((name) => name !== '' && !row.ignoredColumns.includes(name)).join(', '),
          ),
          isLong: true,
        },
        ...(row.ignoredColumns.length > 0 ? [{ ...fact('ignored', row.ignoredColumns.join(', ')), isLong: true }] : []),
      ]}
    >
      <Counts row={row} />
      {isUnderway(row) && (
        <>
          <Progress percent={percentOf(row)} aria-label={label('facts.state')} />
          <p>
            {translate('admin-imports:progress', {
              processed: formatCount(row.processed),
              lines: formatCount(row.lines),
            })}
          </p>
        </>
      )}
      {row.failure && (
        <Alert
          type="error"
          showIcon
          role="alert"
          message={translate(row.failure.line === undefined ? 'admin-imports:failed' : 'admin-imports:failedAt', {
            line: row.failure.line,
            text: [
              row.failure.columns?.map(fieldName).join(', '),
              translate(`admin-imports:reason.${row.failure.reason}`, { format: row.failure.format }),
            ]
              .filter(Boolean)
              .join(': '),
          })}
        />
      )}
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
          {translate('admin-imports:samples', { encoding })} <q>{samples.join('», «')}</q>
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
          <>
            <ActionButton type="primary" loading={start.isRunning} onClick={() => begin('BATCH')}>
              {label('start')}
            </ActionButton>
            {row.refused === 0 && (
              <ActionButton loading={start.isRunning} onClick={() => begin('FILE')}>
                {label('startWhole')}
              </ActionButton>
            )}
          </>
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
      {changedLines.length > 0 && <ChangedLines lines={changedLines} />}
      {warnedLines.length > 0 && <ToldLines title={label('warnedLines')} lines={warnedLines} />}
      {refusedLines.length > 0 && <ToldLines title={label('refusedLines')} lines={refusedLines} />}
    </DetailCard>
  );
}
