import { type BaseKey, type GetOneResponse, useNavigation, useTranslate, useWarnAboutChange } from '@refinedev/core';
import { useForm } from '@refinedev/react-hook-form';
import { Alert, Button } from 'antd';
import { Fragment, useState } from 'react';
import { Controller, type FieldError, type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { Navigate, useNavigate } from 'react-router-dom';
import type * as z from 'zod/mini';
import type { Condition } from '#contract/admin/define.ts';
import type { ErrorDescription } from '#contract/errors.ts';
import { differencesFromFiscalCode, normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';
import { readProductCode } from '#contract/rules/product-code.ts';
import { type ApiError, toApiError } from '#src/providers/api/api-error.ts';
import { type ItemDeclaration, wordsOf } from '#src/providers/data/declaration.ts';
import { useKinds } from '#src/providers/api/kinds.ts';
import { loadTexts } from '#src/providers/i18n.ts';
import { useErrorText } from '#src/providers/notifications/use-notify.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';
import { LoadFailure, Skeleton } from '../feedback/load-states.tsx';
import { LazyPart } from '../feedback/lazy-part.tsx';
import { ActionButton } from '../form/action-button.tsx';
import { UnsavedQuestion } from '../form/unsaved-question.tsx';
import { CodeScan } from '../scan/scan-listener.tsx';
import { FORGOTTEN, openedState, useRecordId } from './confidential-state.ts';
import { Field } from './field.tsx';
import { PlacePicker } from './place-picker.tsx';
import {
  type AnyRecord,
  bodyOf,
  bodyResolver,
  EAN,
  FISCAL_CODE,
  isSameValue,
  knownBy,
  PHARMACY_CODE,
  shapesOf,
  VERSION,
} from './record-values.ts';
import type { ResourceScreenProps } from './resource-screens.ts';
import layout from '../layout/screens.module.css';
import styles from './resource.module.css';
import { SamePersonWarning, useSamePerson } from './same-person.tsx';
import { VersionConflict } from './version-conflict.tsx';

/** What the fiscal code of a patient says of its person. */
const PERSON = ['fiscalCode', 'birthDate', 'gender'] as const;

/** Tells while a patient is typed what differs from the fiscal code. It refuses nothing. */
function FiscalCodeWarning({ control }: Pick<UseFormReturn, 'control'>) {
  const translate = useTranslate();
  const [code = '', birthDate = '', gender = ''] = useWatch({ control, name: PERSON }) as (string | undefined)[];
  const isTyped = { birthDate: /^\d{4}-\d{2}-\d{2}$/.test(birthDate), gender: gender !== '' };
  const differing = differencesFromFiscalCode(normalizeFiscalCode(code), { birthDate, gender });
  return (
    <div aria-live="polite">
      {differing
        .filter((field) => isTyped[field])
        .map((field) => (
          <Alert key={field} type="warning" showIcon message={translate(`resource:differsFromCode.${field}`)} />
        ))}
    </div>
  );
}

/** Two fields with these names are one place. */
const PLACE = ['latitude', 'longitude'] as const;

async function loadPicker() {
  await loadTexts(['store-locator']);
  return PlacePicker;
}

/** A map beside the two fields of a place. The fields can be typed too. */
function PlaceField({ control, setValue }: Pick<UseFormReturn, 'control' | 'setValue'>) {
  const translate = useTranslate();
  const [latitude, longitude] = useWatch({ control, name: [...PLACE] }) as readonly unknown[];
  return (
    <div className={styles.place}>
      <p>{translate('resource:place.hint')}</p>
      <LazyPart
        load={loadPicker}
        props={{
          latitude,
          longitude,
          onPick: (place) => {
            for (const name of PLACE) setValue(name, place[name], { shouldDirty: true, shouldValidate: true });
          },
        }}
        waiting={<Skeleton rows={4} />}
        failed={(retry) => <LoadFailure onRetry={retry} />}
      />
    </div>
  );
}

interface ResourceFormProps extends ResourceScreenProps {
  readonly action: 'create' | 'edit';
  readonly save: Pick<ItemDeclaration<never>, 'call' | 'item'>;
}

const CONFLICT: ErrorDescription = 'VERSION_CONFLICT';
const DUPLICATE: ErrorDescription = 'DUPLICATE';
const INVALID: ErrorDescription = 'INVALID_REQUEST';

/** Whether a call's body must have a field. */
function isRequired({ body }: ResourceFormProps['save']['call'], field: string): boolean {
  const { shape = {} } = (body ?? {}) as { readonly shape?: Readonly<Record<string, z.core.$ZodType>> };
  return shape[field] !== undefined && shape[field]._zod.optin !== 'optional';
}

/** The form of the record, or the list if the page no longer knows the record's id. */
export function ResourceForm(props: ResourceFormProps) {
  const { declaration, action } = props;
  const id = useRecordId(declaration);
  if (action === 'edit' && id === undefined) {
    return <Navigate to={declaration.screens?.list ?? '/'} state={FORGOTTEN} replace />;
  }
  return <RecordForm {...props} id={id} />;
}

/**
 * The form that creates or edits a record, with those of the declaration's fields that the call takes. The contract's
 * response gives the type of each field, the schema of the call's body its validation.
 */
function RecordForm(props: ResourceFormProps & { readonly id: BaseKey | undefined }) {
  const { declaration, calls, title, action, save, id } = props;
  const { name, isConfidential } = declaration;
  const words = wordsOf(declaration);
  const translate = useTranslate();
  const errorText = useErrorText();
  const { list, showUrl } = useNavigation();
  const navigate = useNavigate();
  const { setWarnWhen } = useWarnAboutChange();
  const isSignedIn = useIsSignedIn();
  const { data: identity } = useIdentity();
  const [isInConflict, setInConflict] = useState(false);
  /** The stored record that edits are compared with, after a version conflict. */
  const [base, setBase] = useState<AnyRecord>();
  const shapes = shapesOf(save.call, save.item);
  const fields = knownBy(save, calls.fields ?? []);
  const sent = knownBy(save, [...fields, VERSION]);
  const isOfPatient = isConfidential === true && PERSON.every((field) => fields.includes(field));
  const { references = {}, conditions = {} } = calls;
  // A body takes no field that only a search has.
  const own = Object.entries(references)
    .filter(([field]) => fields.includes(field))
    // Only a confidential record opens a form of what belongs to it.
    .map(([field, { own: ownId, leastTyped }]) => [field, leastTyped === undefined ? ownId && identity?.[ownId] : id]);

  /** Whether the form was opened from the record that the new one belongs to. */
  const isOfRecord = action === 'create' && id !== undefined;
  const goBack = () => (isOfRecord ? void navigate(-1) : list(name));
  /** A new record opens. */
  function leave(saved: AnyRecord): void {
    if (action === 'edit' || isOfRecord || !declaration.screens?.show) goBack();
    else void navigate(showUrl(name, saved.id), isConfidential ? { state: openedState(saved.id) } : {});
  }
  const {
    refineCore: { onFinish, query, mutation },
    control,
    handleSubmit,
    setError,
    setValue,
    getValues,
  } = useForm<AnyRecord, ApiError>({
    refineCoreProps: {
      resource: name,
      action,
      ...(action === 'edit' && id !== undefined && { id }),
      redirect: false,
      onMutationSuccess: ({ data }) => leave(data),
      // Not 'detail': a record read again after a refusal would overwrite the typed values.
      invalidates: ['list', 'many'],
      queryOptions: { select: ({ data }: GetOneResponse<AnyRecord>) => ({ data: bodyOf(data, sent, shapes) }) },
      successNotification: { type: 'success', message: translate('resource:saved') },
      onMutationError: (error) => {
        setWarnWhen(true);
        setInConflict(error.description === CONFLICT);
        if (error.field === undefined || !fields.includes(error.field)) return;
        setError(error.field, { type: 'server', message: refusalOf(error) }, { shouldFocus: true });
      },
    },
    ...(save.call.body && { resolver: bodyResolver(save.call) }),
    ...(action === 'create' && { defaultValues: Object.fromEntries(own) as FieldValues }),
    warnWhenUnsavedChanges: true,
  });
  const read = base ?? query?.data?.data;
  const chosen = useWatch({ control, name: Object.values(conditions).map(({ field }) => field) }) as readonly unknown[];
  const chosenBy = Object.fromEntries(Object.keys(conditions).map((field, index) => [field, chosen[index]]));
  const hasKind = Object.values(shapes).some((shape) => shape.kind === 'word' && shape.isKindOfDossier);
  const kinds = useKinds(hasKind);
  const ownAmounts = kinds.filter(({ hasOwnAmounts }) => hasOwnAmounts).map(({ code }) => code);
  const isChosen = (field: string, values: Condition['needed'] = []) =>
    (values === 'OWN_AMOUNTS' ? ownAmounts : values).some((value) => value === chosenBy[field]);
  const isPossible = (field: string) => {
    const condition = conditions[field];
    return !condition || isChosen(field, condition.needed) || isChosen(field, condition.possible);
  };
  const isNeeded = (field: string) =>
    isChosen(field, conditions[field]?.needed) || (shapes[field]?.kind !== 'flag' && isRequired(save.call, field));

  const invalid = (field: string) => translate(`resource:invalidOf.${field}`, {}, translate('resource:invalid'));
  function refusalOf(error: ApiError): string {
    if (error.description === DUPLICATE) return translate('resource:duplicate');
    return error.description === INVALID && error.field !== undefined ? invalid(error.field) : errorText(error);
  }
  function problemOf(field: string, { type, message }: FieldError, value: unknown) {
    if (type === 'server') return message;
    if (value === undefined) return translate('resource:required');
    return type === 'too_big' && typeof value === 'string' ? translate('resource:tooLong') : invalid(field);
  }
  const samePerson = useSamePerson(control, isOfPatient);
  const submit = handleSubmit(
    async (values) => {
      const mayEnter = await samePerson.mayEnter(values, action === 'edit' ? id : undefined, read);
      // The failure is already shown.
      if (mayEnter) await onFinish(values).catch(() => undefined);
      else setWarnWhen(true);
    },
    () => setWarnWhen(true),
  );
  const refusal = samePerson.problem ?? mutation.error;
  const isOfForm =
    refusal !== null && !refusal.shown && refusal.description !== CONFLICT && !fields.includes(refusal.field ?? '');

  function setAll(from: AnyRecord, names: readonly string[]): void {
    const values = bodyOf(from, names, shapes);
    for (const field of names) setValue(field, values[field]);
    setBase(bodyOf(from, sent, shapes));
    setInConflict(false);
  }

  const fill = (field: string, code: string) => setValue(field, code, { shouldDirty: true, shouldValidate: true });

  /** A pack that is weighed has its product's code, with zeros for the price. */
  function fillProductCode(code: string): void {
    const product = readProductCode(code);
    const field = product?.kind === 'pharmacy' && fields.includes(PHARMACY_CODE) ? PHARMACY_CODE : EAN;
    fill(field, product?.kind === 'weighed' ? product.item : code);
  }

  const untouched = () => fields.filter((field) => isSameValue(getValues(field), read?.[field]));

  if (query?.isError) {
    return <LoadFailure text={errorText(toApiError(query.error))} onRetry={() => void query.refetch()} />;
  }
  // A running read would overwrite the typed values.
  if (query?.isFetching && !mutation.isPending && !isInConflict) return <Skeleton />;
  return (
    <form className={styles.screen} noValidate onSubmit={(event) => void submit(event)}>
      {/* No question when the session ends. */}
      {isSignedIn && <UnsavedQuestion />}
      <h1>{translate(title)}</h1>
      {fields.some(isNeeded) && <p className={styles.marks}>{translate('resource:marks')}</p>}
      {sent.includes(VERSION) && <Controller name={VERSION} control={control} render={() => <></>} />}
      {isConfidential && fields.includes(FISCAL_CODE) && (
        <CodeScan kind="card" onCode={(code) => fill(FISCAL_CODE, code)} />
      )}
      {fields.includes(EAN) && <CodeScan kind="product" onCode={fillProductCode} />}
      <div className={styles.fields}>
        {fields.filter(isPossible).map((field) => (
          <Fragment key={field}>
            {field === PLACE[0] && fields.includes(PLACE[1]) && <PlaceField control={control} setValue={setValue} />}
            <Field
              control={control}
              name={field}
              shouldUnregister={field in conditions}
              words={words}
              shape={shapes[field]}
              reference={references[field]}
              hint={translate(`${words}:hint.${field}`, {}, '') || undefined}
              isNeeded={isNeeded(field)}
              errorOf={(error, value) => problemOf(field, error, value)}
            />
          </Fragment>
        ))}
      </div>
      {isOfPatient && <FiscalCodeWarning control={control} />}
      <div aria-live="assertive" className={styles.warnings}>
        {samePerson.told && <SamePersonWarning {...samePerson.told} />}
        {isOfForm && <Alert type="error" showIcon message={errorText(refusal)} />}
      </div>
      <div className={layout.actions}>
        <ActionButton type="primary" htmlType="submit" loading={samePerson.isAsking || mutation.isPending}>
          {translate(samePerson.told ? 'resource:samePerson.save' : 'resource:save')}
        </ActionButton>
        <Button disabled={mutation.isPending} onClick={goBack}>
          {translate('common:cancel')}
        </Button>
      </div>
      {isInConflict && id !== undefined && (
        <VersionConflict
          resource={name}
          {...{ words, id, fields, shapes, references }}
          mine={getValues()}
          untouched={untouched()}
          onKeep={(stored) => {
            setAll(stored, [VERSION, ...untouched()]);
            void submit();
          }}
          onTake={(stored) => {
            setAll(stored, sent);
            setWarnWhen(false);
          }}
          onClose={() => setInConflict(false)}
        />
      )}
    </form>
  );
}
