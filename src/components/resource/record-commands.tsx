import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { CanAccess, useCanWithoutCache, useInvalidate, useTranslate, useWarnAboutChange } from '@refinedev/core';
import { useQueries } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { type Control, type FieldValues, useFieldArray, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import type { File } from '#contract/entities/shared.ts';
import { money, sum } from '#contract/rules/money.ts';
import { permissionOf, permissionQuery } from '#src/providers/access-control-provider.ts';
import { type ApiError, isOutcomeUnknown, toApiError } from '#src/providers/api/api-error.ts';
import { useCallMutation } from '#src/providers/api/call-hooks.ts';
import { saveFile, textOf } from '#src/providers/api/files.ts';
import type { RecordCommand, ResourceCalls } from '#src/providers/data/declaration.ts';
import { useErrorText, useNotify } from '#src/providers/notifications/use-notify.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';
import { Dialog } from '../dialog/dialog.tsx';
import { useFocusWhenShown } from '../dialog/focus.ts';
import { Amount } from '../display/value.tsx';
import { ActionButton } from '../form/action-button.tsx';
import { UnsavedQuestion } from '../form/unsaved-question.tsx';
import { forgetPrinted, printFile, type WithoutDialog } from '../receipt/receipt-printing.tsx';
import { Field } from './field.tsx';
import { type AnyRecord, bodyResolver, queryShapesOf, rowShapesOf, VERSION } from './record-values.ts';
import styles from './resource.module.css';

type Commands = ResourceCalls['recordCommands'];

interface OfRecord {
  readonly resource: string;
  readonly words: string;
  readonly record: AnyRecord;
}

/** The document that a command answers, which only this page has, and what became of it. */
interface Answered {
  readonly file: File;
  readonly outcome: 'shown' | 'printed' | WithoutDialog;
}

interface CommandProps extends OfRecord {
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

/** Asks for the permissions before a record is there, so that its buttons come with it and nothing moves. */
export function useCommandPermissions({ recordCommands = [] }: ResourceCalls): void {
  const { can } = useCanWithoutCache();
  useQueries({ queries: can ? recordCommands.map(({ call }) => permissionQuery(can, permissionOf(call))) : [] });
}

/** The commands that the user may run on a record in its current state. */
export function RecordCommands({ commands = [], ...of }: OfRecord & { readonly commands: Commands }) {
  return commands
    .filter((command) => isOffered(command, of.record))
    .map((command) => (
      <CanAccess key={command.call.name} {...permissionOf(command.call)}>
        <CommandButton {...of} command={command} />
      </CanAccess>
    ));
}

/**
 * Runs a command after a confirmation. Typed values survive a refusal. Values in many rows also survive closing the
 * dialog.
 */
function CommandButton({ resource, words, record, command }: CommandProps) {
  const { call, rows, prints = false, shows = false } = command;
  const texts = `${words}:command.${verbOf(command)}`;
  const translate = useTranslate();
  const invalidate = useInvalidate();
  const { notify } = useNotify();
  const { run, isRunning } = useCallMutation(call);
  const [isOpen, setIsOpen] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [answered, setAnswered] = useState<Answered | null>(null);
  const version = record[VERSION];
  const empty: FieldValues = rows ? { [rows.name]: [{}] } : {};
  const form = useForm({
    defaultValues: empty,
    resolver: (values, ...how) =>
      bodyResolver(call)(version === undefined ? values : { ...values, [VERSION]: version }, ...how),
  });

  useEffect(() => {
    return forgetPrinted;
  }, []);

  function close(): void {
    setIsOpen(false);
    setAnswered(null);
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
    setAnswered({ file, outcome: 'printed' });
    printFile(file, (outcome) => setAnswered({ file, outcome }));
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
    notify({ kind: 'success', title: translate(`${texts}.done`) });
    if (prints) print(answer as File);
    else if (shows) setAnswered({ file: answer as File, outcome: 'shown' });
    else setIsOpen(false);
  });

  function ask(): void {
    setFailure(null);
    setIsOpen(true);
  }

  return (
    <>
      <Button danger={command.isDanger === true} onClick={ask}>
        {translate(`${texts}.label`)}
      </Button>
      {rows && <UnsentRows name={rows.name} control={form.control} />}
      <Dialog
        isOpen={isOpen}
        isBusy={isRunning}
        title={translate(`${texts}.label`)}
        width={rows && '50rem'}
        onClose={close}
      >
        {answered ? (
          <CommandDocument texts={texts} {...answered} onPrint={print} onClose={close} />
        ) : (
          <CommandQuestion
            {...{ words, texts, record, command, form, failure }}
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

interface CommandDocumentProps extends Answered {
  /** Key of the command's texts. */
  readonly texts: string;
  readonly onPrint: (file: File) => void;
  readonly onClose: () => void;
}

const TONES = { shown: 'warning', printed: 'success', inTab: 'success', notPrinted: 'error' } as const;

/**
 * After a command whose answer is printed, or shown once: its effect stands, whether the document could be shown or not.
 */
function CommandDocument({ texts, file, outcome, onPrint, onClose }: CommandDocumentProps) {
  const translate = useTranslate();
  const first = useRef<HTMLButtonElement>(null);
  useFocusWhenShown(first);
  const isShown = outcome === 'shown';
  return (
    <div className={styles.screen}>
      <div aria-live="assertive">
        <Alert type={TONES[outcome]} showIcon message={translate(`${texts}.${outcome}`)} />
      </div>
      {isShown && (
        <pre className={styles.shown} translate="no">
          {textOf(file)}
        </pre>
      )}
      <div className={styles.answers}>
        <Button ref={first} type={isShown ? 'primary' : 'default'} onClick={() => (isShown ? saveFile : onPrint)(file)}>
          {translate(isShown ? 'resource:saveFile' : 'resource:print.again')}
        </Button>
        <Button onClick={onClose}>{translate('common:close')}</Button>
      </div>
    </div>
  );
}

interface CommandRowsProps {
  readonly call: RecordCommand['call'];
  readonly rows: NonNullable<RecordCommand['rows']>;
  /** What all fields have. */
  readonly ofAll: Pick<ComponentProps<typeof Field>, 'words' | 'control' | 'errorOf'>;
}

/** Inputs in rows. Enter adds a row. */
function CommandRows({ call, rows: { name, fields, total }, ofAll }: CommandRowsProps) {
  const translate = useTranslate();
  const shapes = rowShapesOf(call, name);
  const { control } = ofAll;
  const { fields: rows, append, remove } = useFieldArray({ control, name });
  const typed = useWatch({ control, name }) as readonly FieldValues[];
  const amounts = typed.map((row) => (total === undefined ? undefined : (row[total] as unknown)));

  return (
    <>
      <ol className={styles.rows}>
        {rows.map((row, index) => (
          <li key={row.id} className={styles.row} aria-label={translate('resource:rows.row', { number: index + 1 })}>
            {fields.map((field) => (
              <Field key={field} {...ofAll} name={field} path={`${name}.${index}.${field}`} shape={shapes[field]} />
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
function UnsentRows({ name, control }: { readonly name: string; readonly control: Control }) {
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

interface CommandQuestionProps extends Omit<CommandProps, 'resource'> {
  readonly texts: string;
  readonly form: UseFormReturn;
  readonly failure: ApiError | null;
  readonly isBusy: boolean;
  readonly onCarryOut: () => void;
  readonly onCancel: () => void;
}

function CommandQuestion(props: CommandQuestionProps) {
  const { words, texts, record, command, form, failure, isBusy, onCarryOut, onCancel } = props;
  const { call, fields = [], rows, isDanger = false, prints = false } = command;
  const translate = useTranslate();
  const errorText = useErrorText();
  const first = useRef<HTMLDivElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const input = useRef({ focus: () => first.current?.querySelector('input')?.focus() });
  const hasFields = fields.length > 0 || rows !== undefined;
  useFocusWhenShown(hasFields ? input : cancel);
  const shapes = queryShapesOf(call);
  const ofAll = {
    words,
    control: form.control,
    errorOf: (_: unknown, value: unknown) => translate(value === undefined ? 'resource:required' : 'resource:invalid'),
  };
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
      <p>{translate(`${texts}.question`, record)}</p>
      {hasFields && (
        <div ref={first} className={styles.screen}>
          {fields.map((name) => (
            <Field key={name} {...ofAll} name={name} shape={shapes[name]} />
          ))}
          {rows && <CommandRows call={call} rows={rows} ofAll={ofAll} />}
        </div>
      )}
      <div aria-live="assertive">
        {failure && isOutcomeUnknown(failure) && (
          <Alert
            type="warning"
            showIcon
            message={translate(`${texts}.unknown`, {}, translate('resource:command.unknown'))}
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
          {translate(`${texts}.label`)}
        </ActionButton>
      </div>
    </form>
  );
}
