import { BarcodeOutlined, SearchOutlined } from '@ant-design/icons';
import { useSelect } from '@refinedev/antd';
import { useTranslate } from '@refinedev/core';
import { Input } from 'antd';
import { type KeyboardEvent, type ReactNode, type RefObject, memo, useEffect, useRef } from 'react';
import { type Control, type UseFormReturn, useFormState } from 'react-hook-form';
import type { Category } from '#contract/entities/shared.ts';
import type { Manufacturer } from '#contract/calls/products.ts';
import { LoadFailure } from '#src/components/feedback/load-states.tsx';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { ControlledField, FormField } from '#src/components/form/form-field.tsx';
import { Typeahead, type TypeaheadOption } from '#src/components/form/typeahead.tsx';
import screens from '#src/components/layout/screens.module.css';
import type { ProductCriteria } from './product-criteria.ts';
import styles from './products-step.module.css';

interface ChoiceFieldProps {
  readonly control: Control<ProductCriteria>;
  readonly name: 'categoryId' | 'manufacturerId';
  readonly resource: string;
  /** The parameter that limits the options to the patient's dossier. */
  readonly limit: string;
  readonly categoryType: string | undefined;
  readonly label: string;
  readonly emptyText: string;
}

const HOUR_MS = 3_600_000;

function nameOf({ name }: Category | Manufacturer): string {
  return name;
}

/** A select of the product search, with the options of a resource. A scan does not render it. */
const ChoiceField = memo(function ChoiceField(props: ChoiceFieldProps) {
  const { control, name, resource, limit, categoryType, label, emptyText } = props;
  const { selectProps, query } = useSelect<Category | Manufacturer>({
    resource,
    optionLabel: nameOf,
    pagination: { mode: 'off' },
    filters: [{ field: limit, operator: 'eq', value: categoryType }],
    queryOptions: { staleTime: HOUR_MS, gcTime: HOUR_MS },
  });
  return (
    <ControlledField control={control} name={name} label={label}>
      {({ value, onChange, ...input }) => (
        <>
          <Typeahead
            {...input}
            isClearable
            isLoading={query.isLoading}
            // The select has all options, and filters them without the server.
            options={(selectProps.options ?? []) as TypeaheadOption[]}
            value={value}
            emptyText={emptyText}
            onChange={(chosen) => onChange(chosen ?? null)}
          />
          {query.isError && <LoadFailure onRetry={() => void query.refetch()} />}
        </>
      )}
    </ControlledField>
  );
});

interface SearchButtonProps {
  readonly control: Control<ProductCriteria>;
  readonly isSearching: boolean;
  readonly onClick: () => void;
}

/** 'Cerca', which alone renders when a scanner's first key makes it ready. */
function SearchButton({ control, isSearching, onClick }: SearchButtonProps) {
  const translate = useTranslate();
  const { isValid } = useFormState({ control });
  return (
    <ActionButton icon={<SearchOutlined aria-hidden />} loading={isSearching} disabled={!isValid} onClick={onClick}>
      {translate('sale:product.search')}
    </ActionButton>
  );
}

interface ProductSearchFormProps {
  readonly form: UseFormReturn<ProductCriteria>;
  readonly categoryType: string | undefined;
  readonly isSearching: boolean;
  readonly eanField: RefObject<HTMLInputElement | null>;
  /** Number of scans. A new scan skips the wait for a pause in the typing. */
  readonly scanCount: number;
  /** `isFinished`: true for Enter or 'Cerca', false for a pause in the typing. */
  readonly onSearch: (criteria: ProductCriteria, isFinished: boolean) => void;
  /** Called by Enter in an empty form. */
  readonly onNothingMore: () => void;
  /** What follows from a code, between its field and the other three. */
  readonly children: ReactNode;
}

/** See §9. */
const EAN_DEBOUNCE_MS = 1000;

/** EAN or product id, category, manufacturer, name, and 'Cerca' (§2). Enter searches at once. */
export function ProductSearchForm(props: ProductSearchFormProps) {
  const { form, categoryType, isSearching, eanField, scanCount, onSearch, onNothingMore, children } = props;
  const { control, handleSubmit, register } = form;
  const translate = useTranslate();
  const choice = { control, categoryType };

  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stopWaiting = () => clearTimeout(pause.current);
  useEffect(() => {
    return stopWaiting;
  }, [scanCount]);

  const searchAfterPause = (ean: string) => {
    stopWaiting();
    const search = handleSubmit((criteria) => onSearch(criteria, false));
    if (ean.trim() !== '') pause.current = setTimeout(() => void search(), EAN_DEBOUNCE_MS);
  };

  const finish = () => {
    stopWaiting();
    void handleSubmit((criteria) => onSearch(criteria, true), onNothingMore)();
  };

  const finishByEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    // The same Enter must not press the next focused button.
    event.preventDefault();
    if (event.repeat) return;
    // The next scanned product replaces a code that was not found.
    event.currentTarget.select();
    finish();
  };

  // React does not render for its keys: a scanner's come faster than a slow machine renders.
  const code = register('ean');

  return (
    <div className={styles.search} role="search">
      <FormField
        className={styles.code}
        label={translate('sale:product.ean')}
        hint={translate('sale:product.enterHint')}
      >
        {({ id, 'aria-describedby': describedBy }) => (
          <div className={styles.codeInput}>
            <BarcodeOutlined aria-hidden />
            <input
              {...code}
              ref={(shown) => {
                eanField.current = shown;
                code.ref(shown);
              }}
              id={id}
              className={screens.plainField}
              type="text"
              aria-describedby={describedBy}
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              data-codes="product"
              placeholder={translate('sale:product.eanHint')}
              onChange={(event) => {
                void code.onChange(event);
                searchAfterPause(event.target.value);
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter') finishByEnter(event);
              }}
            />
          </div>
        )}
      </FormField>
      {children}
      <div className={styles.filters}>
        <ChoiceField
          {...choice}
          name="categoryId"
          resource="product-categories"
          limit="type"
          label={translate('sale:product.category')}
          emptyText={translate('sale:product.noCategory')}
        />
        <ChoiceField
          {...choice}
          name="manufacturerId"
          resource="manufacturers"
          limit="categoryType"
          label={translate('sale:product.manufacturer')}
          emptyText={translate('sale:product.noManufacturer')}
        />
        <ControlledField control={control} name="name" label={translate('sale:product.name')}>
          {(input) => (
            <Input {...input} placeholder={translate('sale:product.nameHint')} onPressEnter={finishByEnter} />
          )}
        </ControlledField>
        <SearchButton control={control} isSearching={isSearching} onClick={finish} />
      </div>
    </div>
  );
}
