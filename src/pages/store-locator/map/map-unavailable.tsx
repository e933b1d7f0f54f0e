import { useTranslate } from '@refinedev/core';

/** In the place of a map whose code could not be fetched: the stores are there all the same. */
export function MapUnavailable() {
  const translate = useTranslate();
  return <p className="store-map__canvas store-map__canvas--missing">{translate('store-locator:map.unavailable')}</p>;
}
