import { useTranslate } from '@refinedev/core';
import { useMemo, useState } from 'react';
import { type Position, positionOf, viewFor, wholeView } from '../store-map/map-view.ts';
import { type StoreCard, useStoreCards } from '../store-map/store-card.ts';
import { StoreMap } from '../store-map/store-map.tsx';

/** This number of decimals of a degree is exact to less than a metre. */
const DECIMALS = 6;
const NO_CARDS: readonly StoreCard[] = [];
const ISLAND = wholeView(NO_CARDS);

interface PlacePickerProps {
  /** They may be invalid. */
  readonly latitude: unknown;
  readonly longitude: unknown;
  readonly onPick: (place: { readonly latitude: number; readonly longitude: number }) => void;
}

function placeOf(latitude: unknown, longitude: unknown): Position | null {
  return typeof latitude === 'number' && typeof longitude === 'number' ? positionOf([latitude, longitude]) : null;
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(DECIMALS));
}

/** The store map. A press sets the place. The map moves to a typed place, and does not move after a press. */
export function PlacePicker({ latitude, longitude, onPick }: PlacePickerProps) {
  const translate = useTranslate();
  const { cards } = useStoreCards();
  const name = translate('resource:place.here');
  const chosen = useMemo(() => {
    const position = placeOf(latitude, longitude);
    return position && { ...cardOf(name), position };
  }, [latitude, longitude, name]);
  const key = chosen && keyOf(chosen.position);
  const [shown, setShown] = useState<{ readonly key?: string; readonly view: typeof ISLAND }>({ view: ISLAND });
  if (key !== null && key !== shown.key) {
    setShown({ key, view: viewFor({ chosen, own: null, found: null, ordered: NO_CARDS }) });
  }

  function pick({ lat, lng }: Position): void {
    const picked = { lat: rounded(lat), lng: rounded(lng) };
    setShown({ ...shown, key: keyOf(picked) });
    onPick({ latitude: picked.lat, longitude: picked.lng });
  }

  return (
    <StoreMap
      cards={NO_CARDS}
      landmarks={cards}
      chosen={chosen}
      own={null}
      view={shown.view}
      onChoose={() => undefined}
      onPick={pick}
    />
  );
}

function keyOf({ lat, lng }: Position): string {
  return `${lat} ${lng}`;
}

function cardOf(name: string): StoreCard {
  return {
    key: 'place',
    companyName: name,
    storeName: undefined,
    vat: undefined,
    fiscalCode: undefined,
    address: undefined,
    city: undefined,
    phone: undefined,
    email: undefined,
    workingHours: undefined,
    web: undefined,
    position: null,
    words: '',
  };
}
