import { useTranslate } from '@refinedev/core';
import './loading-stores.css';

const PLACES = [1, 2, 3];

export function LoadingStores() {
  const translate = useTranslate();
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {translate('store-locator:loading')}
      </p>
      <div className="skeleton loading-stores--line" />
      <div className="loading-stores__cards">
        {PLACES.map((place) => (
          <div key={place} className="skeleton loading-stores--card" />
        ))}
      </div>
      <div className="skeleton loading-stores--map" />
    </div>
  );
}
