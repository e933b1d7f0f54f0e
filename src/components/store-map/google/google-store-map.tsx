/// <reference types="google.maps" />
import { GoogleMap, MarkerF } from '@react-google-maps/api';
import { useTranslate } from '@refinedev/core';
import { useCallback, useEffect, useState } from 'react';
import { type Theme, useShownTheme } from '#src/components/theme/theme-store.ts';
import { runtimeConfig } from '#src/providers/runtime-config.ts';
import type { Position } from '../position.ts';
import type { MapBounds, Pin } from '../clusters.ts';
import type { StoreMapProps } from '../map-props.ts';
import { MAX_ZOOM, MIN_ZOOM } from '../map-view.ts';
import { usePins } from '../use-pins.ts';
import { applyView } from './apply-view.ts';
import { ownIcon, pinIcon } from './pin-icon.ts';
import { useGoogleMaps } from './use-google-maps.ts';

interface GoogleStoreMapProps extends StoreMapProps {
  /** Called when the maps script cannot be used. */
  readonly onFail: () => void;
}

/** The area of the map in view. */
interface Shown {
  readonly bounds: MapBounds;
  readonly zoom: number;
}

const COMMON_OPTIONS = {
  minZoom: MIN_ZOOM,
  maxZoom: MAX_ZOOM,
  streetViewControl: false,
  mapTypeControl: false,
} as const satisfies google.maps.MapOptions;

const OPTIONS: Readonly<Record<Theme, google.maps.MapOptions>> = {
  light: { ...COMMON_OPTIONS, colorScheme: 'LIGHT' },
  dark: { ...COMMON_OPTIONS, colorScheme: 'DARK' },
};

function toLatLng({ latitude, longitude }: Position): google.maps.LatLngLiteral {
  return { lat: latitude, lng: longitude };
}

/** The map of the maps script, if the operator has a key (§2, §7). */
export function GoogleStoreMap({ cards, chosen, own, view, onChoose, onPick, onFail }: GoogleStoreMapProps) {
  const translate = useTranslate();
  const theme = useShownTheme();
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
      map?.panTo(toLatLng(pin.position));
    }
  }

  return (
    <div role="group" aria-label={translate('store-locator:map.label')}>
      {/* The script fixes the colours when a map is created, so each theme has its own map. */}
      <GoogleMap
        key={theme}
        mapContainerClassName="store-map__canvas"
        options={OPTIONS[theme]}
        onLoad={setMap}
        onIdle={onIdle}
        onClick={({ latLng }) => {
          if (latLng) onPick?.({ latitude: latLng.lat(), longitude: latLng.lng() });
        }}
      >
        {own && (
          <MarkerF
            position={toLatLng(own)}
            title={translate('store-locator:map.own')}
            icon={ownIcon()}
            clickable={false}
          />
        )}
        {shown &&
          index(shown.bounds, shown.zoom).map((pin) => (
            <MarkerF
              key={pin.key}
              position={toLatLng(pin.position)}
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
