/// <reference types="google.maps" />
import { GoogleMap, MarkerF } from '@react-google-maps/api';
import { useTranslate } from '@refinedev/core';
import { useCallback, useEffect, useState } from 'react';
import { runtimeConfig } from '#src/providers/runtime-config.ts';
import type { MapBounds, Pin } from '../clusters.ts';
import type { StoreMapProps } from '../map-props.ts';
import { MAX_ZOOM, MIN_ZOOM, type MapView } from '../map-view.ts';
import { usePins } from '../use-pins.ts';
import { pinIcon } from './pin-icon.ts';
import { useGoogleMaps } from './use-google-maps.ts';

interface GoogleStoreMapProps extends StoreMapProps {
  /** Called when the maps script cannot be used. */
  readonly onFail: () => void;
}

/** The part of the map that is in view. */
interface Shown {
  readonly bounds: MapBounds;
  readonly zoom: number;
}

const OPTIONS: google.maps.MapOptions = {
  minZoom: MIN_ZOOM,
  maxZoom: MAX_ZOOM,
  streetViewControl: false,
  mapTypeControl: false,
};

function toLatLng({ position }: Pin): google.maps.LatLngLiteral {
  return { lat: position.latitude, lng: position.longitude };
}

function applyView(map: google.maps.Map, view: MapView): void {
  if (view.kind === 'around') {
    map.setZoom(view.zoom);
    map.setCenter({ lat: view.centre.latitude, lng: view.centre.longitude });
    return;
  }
  const bounds = new google.maps.LatLngBounds();
  for (const { latitude, longitude } of view.places) bounds.extend({ lat: latitude, lng: longitude });
  map.fitBounds(bounds);
}

/** The map of the maps script, where the operator has a key (§2, §7). */
export function GoogleStoreMap({ cards, chosen, view, onChoose, onFail }: GoogleStoreMapProps) {
  const translate = useTranslate();
  const isLoaded = useGoogleMaps(runtimeConfig().googleMapsApiKey, onFail);
  const [map, setMap] = useState<google.maps.Map | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const { index, labelOf, storeOf } = usePins(cards, chosen);

  useEffect(() => {
    if (map) applyView(map, view);
  }, [map, view]);

  const onIdle = useCallback(() => {
    const bounds = map?.getBounds()?.toJSON();
    const zoom = map?.getZoom();
    if (bounds && zoom !== undefined) setShown({ bounds, zoom });
  }, [map]);

  if (!isLoaded) return <div className="store-map__canvas store-map__canvas--empty" />;

  function select(pin: Pin): void {
    const card = storeOf(pin);
    if (card) onChoose(card);
    else if (pin.kind === 'cluster' && pin.splitsAt !== null) {
      map?.setZoom(pin.splitsAt);
      map?.panTo(toLatLng(pin));
    }
  }

  return (
    <div role="group" aria-label={translate('store-locator:map.label')}>
      <GoogleMap mapContainerClassName="store-map__canvas" options={OPTIONS} onLoad={setMap} onIdle={onIdle}>
        {shown &&
          index(shown.bounds, shown.zoom).map((pin) => (
            <MarkerF
              key={pin.key}
              position={toLatLng(pin)}
              title={labelOf(pin)}
              icon={pinIcon(pin.kind, pin.key === chosen?.key)}
              label={pin.kind === 'cluster' ? { text: String(pin.count), color: '#ffffff', fontWeight: '700' } : ''}
              onClick={() => select(pin)}
            />
          ))}
      </GoogleMap>
    </div>
  );
}
