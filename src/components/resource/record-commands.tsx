import { zodResolver } from '@hookform/resolvers/zod';
import { CanAccess, useInvalidate, useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Controller, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { File } from '#contract/entities/shared.ts';
import { permissionOf } from '#src/providers/access-control-provider.ts';
import { type ApiError, isOutcomeUnknown, toApiError } from '#src/providers/api/api-error.ts';
import { useCallMutation } from '#src/providers/api/call-hooks.ts';
import { saveFile, textOf } from '#src/providers/api/files.ts';
import type { RecordCommand } from '#src/providers/data/declaration.ts';
import { useErrorText, useNotify } from '#src/providers/notifications/use-notify.ts';
import { Dialog } from '../dialog/dialog.tsx';
import { useFocusWhenShown } from '../dialog/focus.ts';
import { ActionButton } from '../form/action-button.tsx';
import { forgetPrinted, printFile, type WithoutDialog } from '../receipt/receipt-printing.tsx';
import { CommandRows, UnsentRows } from './command-rows.tsx';
import { Field } from './field.tsx';
import { type AnyRecord, queryShapesOf, VERSION } from './record-values.ts';
import styles from './resource.module.css';

type BodySchema = z.ZodMiniType<FieldValues, FieldValues>;

interface RecordCommandsProps {
  readonly resource: string;
  readonly words: string;
  readonly record: AnyRecord;
  readonly commands: readonly RecordCommand[] | undefined;
}

/** The document of a command, which only this page has. */
interface Printed {
  readonly file: File;
  readonly outcome: 'printed' | WithoutDialog;
}

interface CommandProps extends Omit<RecordCommandsProps, 'commands'> {
  readonly command: RecordCommand;
}

export function verbOf({ call: { name } }: RecordCommand): string {
  return name.slice(name.indexOf('.') + 1);
}

export function isOffered({ when }: RecordCommand, record: AnyRecord): boolean {
  if (when === undefined) return true;
  const [field, ...values] = when;
  return values.length === 0 ? record[field] !== undefined : values.some((value) => value === record[field]);
}

/** The commands that the user may run on a record in its current state. */
export function RecordCommands({ resource, words, record, commands = [] }: RecordCommandsProps) {
  return commands
    .filter((command) => isOffered(command, record))
    .map((command) => (
      <CanAccess key={command.call.name} {...permissionOf(command.call)}>
        <CommandButton resource={resource} words={words} record={record} command={command} />
      </CanAccess>
    ));
}

/**
 * Runs a command after a confirmation. Typed values survive a refusal. Values in many rows also survive closing the
 * dialog.
 */
function CommandButton({ resource, words, record, command }: CommandProps) {
  const { call, rows, prints = false, shows = false } = command;
  const verb = verbOf(command);
  const translate = useTranslate();
  const invalidate = useInvalidate();
  const { notify } = useNotify();
  const { run, isRunning } = useCallMutation(call);
  const [isOpen, setIsOpen] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [printed, setPrinted] = useState<Printed | null>(null);
  const [shown, setShown] = useState<File | null>(null);
  const version = record[VERSION];
  const empty: FieldValues = rows ? { [rows.name]: [{}] } : {};
  const form = useForm({
    defaultValues: empty,
    resolver: (values, context, options) =>
      zodResolver(call.body as unknown as BodySchema, undefined, { raw: true })(
        version === undefined ? values : { ...values, [VERSION]: version },
        context,
        options,
      ),
  });

  useEffect(() => {
    return forgetPrinted;
  }, []);

  function close(): void {
    setIsOpen(false);
    setPrinted(null);
    setShown(null);
    if (!rows) form.reset(empty);
  }

  function tellFields({ field, sheet }: ApiError): void {
    if (field !== undefined && field in form.getValues()) {
      form.setError(field, { message: translate('resource:invalid') }, { shouldFocus: true });
    }
    const typed = rows ? (form.getValues(rows.name) as readonly Readonly<Record<string, unknown>>[]) : [];
    const refused = typed.findIndex(({ number }) => sheet !== undefined && plain(number) === plain(sheet));
    if (rows && refused >= 0) form.setFocus(`${rows.name}.${refused}.number`);
  }

  function print(file: File): void {
    setPrinted({ file, outcome: 'printed' });
    printFile(file, (outcome) => setPrinted({ file, outcome }));
  }

  const carryOut = form.handleSubmit(async (body) => {
    setFailure(null);
    let answer: unknown;
    try {
      answer = await run({ params: { id: record.id }, body } as never);
    } catch (error) {
      const refusal = toApiError(error);
      setFailure(refusal);
      tellFields(refusal);
      return;
    } finally {
      // Also after a refusal: the record may have changed on the server.
      void invalidate({ resource, invalidates: ['list', 'many', 'detail'], id: record.id });
    }
    form.reset(empty);
    notify({ kind: 'success', title: translate(`${words}:command.${verb}.done`) });
    if (prints) print(answer as File);
    else if (shows) setShown(answer as File);
    else setIsOpen(false);
  });

  function ask(): void {
    setFailure(null);
    setIsOpen(true);
  }

  const name = `${words}:command.${verb}`;
  const answered = shown ? (
    <ShownDocument name={name} file={shown} onClose={close} />
  ) : (
    printed && (
      <PrintedDocument name={name} outcome={printed.outcome} onPrint={() => print(printed.file)} onClose={close} />
    )
  );

  return (
    <>
      <Button danger={command.isDanger === true} onClick={ask}>
        {translate(`${words}:command.${verb}.label`)}
      </Button>
      {rows && <UnsentRows name={rows.name} control={form.control} />}
      <Dialog
        isOpen={isOpen}
        isBusy={isRunning}
        title={translate(`${words}:command.${verb}.label`)}
        width={rows && '50rem'}
        onClose={close}
      >
        {answered ?? (
          <CommandQuestion
            words={words}
            record={record}
            command={command}
            form={form}
            failure={failure}
            isBusy={isRunning}
            onCarryOut={() => void carryOut()}
            onCancel={close}
          />
        )}
      </Dialog>
    </>
  );
}

/** The number of a sheet without spaces, in capital letters. */
function plain(number: unknown): string {
  return String(number).replace(/\s+/g, '').toUpperCase();
}

interface PrintedDocumentProps {
  /** Key of the command's texts. */
  readonly name: string;
  readonly outcome: Printed['outcome'];
  readonly onPrint: () => void;
  readonly onClose: () => void;
}

/** After a command whose answer is printed: its effect stands, whether the document could be shown or not. */
function PrintedDocument({ name, outcome, onPrint, onClose }: PrintedDocumentProps) {
  const translate = useTranslate();
  const again = useRef<HTMLButtonElement>(null);
  useFocusWhenShown(again);
  return (
    <div className={styles.screen}>
      <div aria-live="assertive">
        <Alert
          type={outcome === 'notPrinted' ? 'error' : 'success'}
          showIcon
          message={translate(`${name}.${outcome}`)}
        />
      </div>
      <div className={styles.answers}>
        <Button ref={again} onClick={onPrint}>
          {translate('resource:print.again')}
        </Button>
        <Button onClick={onClose}>{translate('common:close')}</Button>
      </div>
    </div>
  );
}

interface ShownDocumentProps {
  /** Key of the command's texts. */
  readonly name: string;
  readonly file: File;
  readonly onClose: () => void;
}

/** After a command whose answer is shown once. */
function ShownDocument({ name, file, onClose }: ShownDocumentProps) {
  const translate = useTranslate();
  const save = useRef<HTMLButtonElement>(null);
  useFocusWhenShown(save);
  return (
    <div className={styles.screen}>
      <div aria-live="assertive">
        <Alert type="warning" showIcon message={translate(`${name}.shown`)} />
      </div>
      <pre className={styles.shown} translate="no">
        {textOf(file)}
      </pre>
      <div className={styles.answers}>
        <Button ref={save} type="primary" onClick={() => saveFile(file)}>
          {translate('resource:saveFile')}
        </Button>
        <Button onClick={onClose}>{translate('common:close')}</Button>
      </div>
    </div>
  );
}

interface CommandQuestionProps extends Omit<CommandProps, 'resource'> {
  readonly form: UseFormReturn;
  readonly failure: ApiError | null;
  readonly isBusy: boolean;
  readonly onCarryOut: () => void;
  readonly onCancel: () => void;
}

function CommandQuestion(props: CommandQuestionProps) {
  const { words, record, command, form, failure, isBusy, onCarryOut, onCancel } = props;
  const { call, fields = [], rows, isDanger = false, prints = false } = command;
  const verb = verbOf(command);
  const translate = useTranslate();
  const errorText = useErrorText();
  const first = useRef<HTMLDivElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const input = useRef({ focus: () => first.current?.querySelector('input')?.focus() });
  const hasFields = fields.length > 0 || rows !== undefined;
  useFocusWhenShown(hasFields ? input : cancel);
  const shapes = queryShapesOf(call);
  // Nothing is created if the browser cannot show the PDF for printing.
  const cannotPrint = prints && !navigator.pdfViewerEnabled;
  return (
    <form
      className={styles.screen}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onCarryOut();
      }}
    >
      <p>{translate(`${words}:command.${verb}.question`, record)}</p>
      {hasFields && (
        <div ref={first} className={styles.screen}>
          {fields.map((name) => (
            <Controller
              key={name}
              name={name}
              control={form.control}
              render={({ field, fieldState: { error } }) => (
                <Field
                  words={words}
                  shape={shapes[name]}
                  field={field}
                  error={error && translate(field.value === undefined ? 'resource:required' : 'resource:invalid')}
                />
              )}
            />
          ))}
          {rows && <CommandRows words={words} call={call} rows={rows} control={form.control} />}
        </div>
      )}
      <div aria-live="assertive">
        {failure && isOutcomeUnknown(failure) && (
          <Alert
            type="warning"
            showIcon
            message={translate(`${words}:command.${verb}.unknown`, {}, translate('resource:command.unknown'))}
          />
        )}
        {failure && !failure.shown && <Alert type="error" showIcon message={errorText(failure)} />}
        {cannotPrint && <Alert type="error" showIcon message={translate('resource:print.missing')} />}
      </div>
      <div className={styles.answers}>
        <Button ref={cancel} disabled={isBusy} onClick={onCancel}>
          {translate('common:cancel')}
        </Button>
        <ActionButton type="primary" htmlType="submit" danger={isDanger} disabled={cannotPrint} loading={isBusy}>
          {translate(`${words}:command.${verb}.label`)}
        </ActionButton>
      </div>
    </form>
  );
}
