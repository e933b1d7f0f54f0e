import { BarcodeOutlined, SearchOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Input, type InputRef } from 'antd';
import { type KeyboardEvent, type Ref, useEffect, useId, useRef } from 'react';
import { listCategories, listManufacturers } from '#contract/calls/products.ts';
import { CATEGORY_TYPES } from '#contract/entities/category.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { RetryLine } from '#src/components/retry-line/retry-line.tsx';
import { Typeahead } from '#src/components/typeahead/typeahead.tsx';
import { useRead } from '#src/hooks/use-read.ts';
import { type ProductCriteria, canSearch } from './product-criteria.ts';
import styles from './products-step.module.css';

interface ProductSearchFormProps {
  readonly categoryType: string | undefined;
  readonly criteria: ProductCriteria;
  readonly isSearching: boolean;
  readonly eanField: Ref<InputRef>;
  readonly onChange: (criteria: ProductCriteria) => void;
  /** `isFinished`: the assistant has pressed Enter or 'Cerca', and does not just pause. */
  readonly onSearch: (criteria: ProductCriteria, isFinished: boolean) => void;
  /** Enter in an empty form. */
  readonly onNothingMore: () => void;
}

/** §9. */
const EAN_DEBOUNCE_MS = 1000;
const WHOLE_LIST = 9999;
const HOUR_MS = 3_600_000;

/** Category, manufacturer, name, EAN or product id, and 'Cerca' (§2). Enter searches at once. */
export function ProductSearchForm(props: ProductSearchFormProps) {
  const { categoryType, criteria, isSearching, eanField, onChange, onSearch, onNothingMore } = props;
  const translate = useTranslate();
  const id = useId();
  const type = CATEGORY_TYPES.find((known) => known === categoryType);
  const list = { size: WHOLE_LIST, sort: 'name,asc' };
  const categories = useRead(listCategories, { query: { type, ...list } }, { staleTime: HOUR_MS });
  const manufacturers = useRead(listManufacturers, { query: { categoryType: type, ...list } }, { staleTime: HOUR_MS });

  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stopWaiting = () => clearTimeout(pause.current);
  useEffect(() => {
    return stopWaiting;
  }, []);

  const typeEan = (ean: string) => {
    const next = { ...criteria, ean };
    onChange(next);
    stopWaiting();
    if (ean.trim() !== '') pause.current = setTimeout(() => onSearch(next, false), EAN_DEBOUNCE_MS);
  };

  const finish = () => {
    stopWaiting();
    if (canSearch(criteria)) onSearch(criteria, true);
    else onNothingMore();
  };

  const finishByEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    // The same Enter must not press the button that gets the focus.
    event.preventDefault();
    if (event.repeat) return;
    // The next product scanned takes the place of one that is not found.
    event.currentTarget.select();
    finish();
  };

  return (
    <div className={styles.search} role="search">
      <div>
        <label htmlFor={`${id}-category`}>{translate('sale:product.category')}</label>
        <Typeahead
          id={`${id}-category`}
          isClearable
          isLoading={categories.isLoading}
          options={(categories.data?.categories ?? []).map(({ categoryId, name }) => ({
            value: categoryId,
            label: name,
          }))}
          value={criteria.categoryId}
          emptyText={translate('sale:product.noCategory')}
          onChange={(categoryId) => onChange({ ...criteria, categoryId })}
        />
        {categories.onRetry && <RetryLine onRetry={categories.onRetry} />}
      </div>
      <div>
        <label htmlFor={`${id}-manufacturer`}>{translate('sale:product.manufacturer')}</label>
        <Typeahead
          id={`${id}-manufacturer`}
          isClearable
          isLoading={manufacturers.isLoading}
          options={(manufacturers.data?.manufacturers ?? []).map(({ manufacturerId, name }) => ({
            value: manufacturerId,
            label: name,
          }))}
          value={criteria.manufacturerId}
          emptyText={translate('sale:product.noManufacturer')}
          onChange={(manufacturerId) => onChange({ ...criteria, manufacturerId })}
        />
        {manufacturers.onRetry && <RetryLine onRetry={manufacturers.onRetry} />}
      </div>
      <div>
        <label htmlFor={`${id}-name`}>{translate('sale:product.name')}</label>
        <Input
          id={`${id}-name`}
          autoComplete="off"
          placeholder={translate('sale:product.nameHint')}
          value={criteria.name}
          onChange={(event) => onChange({ ...criteria, name: event.target.value })}
          onPressEnter={finishByEnter}
        />
      </div>
      <div>
        <label htmlFor={`${id}-ean`}>{translate('sale:product.ean')}</label>
        <Input
          ref={eanField}
          id={`${id}-ean`}
          autoComplete="off"
          inputMode="numeric"
          prefix={<BarcodeOutlined aria-hidden />}
          value={criteria.ean}
          onChange={(event) => typeEan(event.target.value)}
          onPressEnter={finishByEnter}
        />
      </div>
      <ActionButton
        type="primary"
        icon={<SearchOutlined aria-hidden />}
        loading={isSearching}
        disabled={!canSearch(criteria)}
        onClick={finish}
      >
        {translate('sale:product.search')}
      </ActionButton>
    </div>
  );
}
