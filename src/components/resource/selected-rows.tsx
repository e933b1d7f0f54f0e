import { CanAccess, useDataProvider, useInvalidate, useTranslate, useUpdate } from '@refinedev/core';
import { Button } from 'antd';
import { useState } from 'react';
import { formatCount } from '#contract/rules/numbers.ts';
import { permissionOf } from '#src/providers/access-control-provider.ts';
import type { ApiError } from '#src/providers/api/api-error.ts';
import { useCallMutation } from '#src/providers/api/call-hooks.ts';
import type { RecordCommand, ResourceCalls } from '#src/providers/data/declaration.ts';
import { useNotify } from '#src/providers/notifications/use-notify.ts';
import { ConfirmDialog } from '../command/confirm-dialog.tsx';
import layout from '../layout/screens.module.css';
import styles from './resource.module.css';
import { isOffered, verbOf } from './record-commands.tsx';
import { type AnyRecord, bodyOf, knownBy, shapesOf, VERSION } from './record-values.ts';

interface ActionProps {
  readonly resource: string;
  readonly words: string;
  /** Those that the action is for. */
  readonly rows: readonly AnyRecord[];
  /** Called at the end with the rows for which it failed. */
  readonly onDone: (failed: readonly AnyRecord[]) => void;
}

interface ManyProps extends ActionProps {
  readonly label: string;
  /** Says what it does to them. */
  readonly question: string;
  readonly act: (row: AnyRecord) => Promise<unknown>;
}

/** Does the same to many records, one after the other, after a confirmation; then says how many it did not work for. */
function DoToMany({ resource, rows, label, question, act, onDone }: ManyProps) {
  const translate = useTranslate();
  const invalidate = useInvalidate();
  const dataProvider = useDataProvider();
  const { notify } = useNotify();
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const counted = (count: number) => ({ count, n: formatCount(count) });

  async function actOnAll(): Promise<void> {
    setIsBusy(true);
    const failed: AnyRecord[] = [];
    // One after the other: each is a change of its own on the server.
    for (const row of rows) await act(row).catch(() => failed.push(row));
    // As they are by now, so that a repeat does not send the version of before.
    const present = await Promise.all(
      failed.map(async (row) => {
        const read = dataProvider().getOne<AnyRecord>({ resource, id: row.id });
        return { ...row, ...(await read.catch(() => undefined))?.data };
      }),
    );
    setIsBusy(false);
    setIsOpen(false);
    void invalidate({ resource, invalidates: ['list', 'many', 'detail'] });
    notify(
      failed.length === 0
        ? { kind: 'success', text: translate('resource:selected.done', counted(rows.length)) }
        : { kind: 'danger', text: translate('resource:selected.failed', counted(failed.length)), duration: null },
    );
    onDone(present);
  }

  if (rows.length === 0) return null;
  return (
    <>
      <Button danger onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        isBusy={isBusy}
        title={label}
        text={`${translate('resource:selected.question', counted(rows.length))} ${question}`}
        enterMeans="no"
        yesLabel={label}
        isDanger
        onYes={() => void actOnAll()}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

function CommandOnMany({ command, ...action }: ActionProps & { readonly command: RecordCommand }) {
  const translate = useTranslate();
  const { run } = useCallMutation(command.call);
  const texts = `${action.words}:command.${verbOf(command)}`;
  return (
    <DoToMany
      {...action}
      label={translate(`${texts}.label`)}
      question={translate(`${texts}.questionOfMany`)}
      act={(row) => run({ params: { id: row.id }, body: VERSION in row ? { [VERSION]: row[VERSION] } : {} } as never)}
    />
  );
}

interface DisableProps extends ActionProps {
  readonly save: NonNullable<ResourceCalls['update']>;
  readonly fields: readonly string[];
}

function DisableMany({ save, fields, ...action }: DisableProps) {
  const translate = useTranslate();
  const { mutateAsync } = useUpdate<AnyRecord, ApiError>();
  const sent = knownBy(save, [...fields, VERSION]);
  const shapes = shapesOf(save.call, save.item);
  return (
    <DoToMany
      {...action}
      label={translate('resource:selected.disable')}
      question={translate('resource:selected.disableQuestion')}
      act={(row) => {
        const { id, ...body } = bodyOf(row, sent, shapes);
        const values = { ...body, [DISABLED]: true };
        return mutateAsync({ resource: action.resource, id, values, invalidates: [], successNotification: false });
      }}
    />
  );
}

const DISABLED = 'disabled';

/** What can be done to many records at once. */
function actionsOnMany({ update, fields = [], recordCommands = [] }: ResourceCalls) {
  return {
    update: fields.includes(DISABLED) ? update : undefined,
    fields,
    // Those that take nothing but the record, and take something away.
    commands: recordCommands.filter(
      (command) => command.isDanger && !command.fields && !command.rows && !command.prints && !command.shows,
    ),
  };
}

/** Whether there is anything that can be done to many records at once. */
export function offersSelection(calls: ResourceCalls): boolean {
  const { update, commands } = actionsOnMany(calls);
  return update !== undefined || commands.length > 0;
}

interface SelectedRowsProps extends Omit<ActionProps, 'onDone'> {
  readonly calls: ResourceCalls;
  readonly onSelect: ActionProps['onDone'];
}

/** How many rows of a list are selected, and what can be done to all of them. */
export function SelectedRows({ resource, words, calls, rows, onSelect }: SelectedRowsProps) {
  const translate = useTranslate();
  const { update, fields, commands } = actionsOnMany(calls);
  const action = { resource, words, onDone: onSelect };
  return (
    <div className={`${layout.tools} ${rows.length > 0 ? styles.selection : ''}`}>
      <span role="status">
        {rows.length > 0 && translate('resource:selected.count', { count: rows.length, n: formatCount(rows.length) })}
      </span>
      {rows.length > 0 && (
        <>
          {update && (
            <CanAccess resource={resource} action="edit" params={{}}>
              <DisableMany
                {...action}
                save={update}
                fields={fields}
                rows={rows.filter((row) => row[DISABLED] !== true)}
              />
            </CanAccess>
          )}
          {commands.map((command) => (
            <CanAccess key={command.call.name} {...permissionOf(command.call)}>
              <CommandOnMany {...action} command={command} rows={rows.filter((row) => isOffered(command, row))} />
            </CanAccess>
          ))}
          <Button onClick={() => onSelect([])}>{translate('resource:selected.clear')}</Button>
        </>
      )}
    </div>
  );
}
