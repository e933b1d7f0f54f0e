import { useTranslate } from '@refinedev/core';
import { useId } from 'react';
import { NearbyButton } from './nearby/nearby-button.tsx';
import type { NearbyOrder } from './nearby/use-geolocation.ts';
import type { LocatorUrl } from './use-locator-url.ts';

interface SearchFormProps {
  readonly url: LocatorUrl;
  readonly own: NearbyOrder['own'];
  readonly nearby: Omit<NearbyOrder, 'own'>;
  readonly count: number;
}

/** Search by town or name, 'vicino a me', and the number of results. */
export function SearchForm({ url, own, nearby, count }: SearchFormProps) {
  const translate = useTranslate();
  const fieldId = useId();
  const search = url.search.trim();
  const isSearching = search !== '';
  return (
    <>
      <form className="store-search" role="search" onSubmit={(event) => event.preventDefault()}>
        <label className="store-search__label" htmlFor={fieldId}>
          {translate('store-locator:search.label')}
        </label>
        <input
          id={fieldId}
          className="store-search__field"
          type="search"
          autoComplete="off"
          value={url.search}
          onChange={(event) => url.setSearch(event.target.value)}
        />
        <NearbyButton own={own} {...nearby} />
      </form>
      <div className="store-search__outcome">
        <p role="status">
          {translate(`store-locator:search.${count === 0 ? 'nothing' : isSearching ? 'found' : 'all'}`, {
            count,
            search,
          })}
        </p>
        {isSearching && (
          <button type="button" className="store-link" onClick={() => url.setSearch('')}>
            {translate('store-locator:search.clear')}
          </button>
        )}
      </div>
    </>
  );
}
