/// <reference types="google.maps" />
import { GoogleMap, type Libraries, MarkerF, useJsApiLoader } from '@react-google-maps/api';
import { useTranslate } from '@refinedev/core';
import { useEffect, useState } from 'react';
import { runtimeConfig } from '#src/providers/runtime-config.ts';
import { type Theme, useShownTheme } from '../theme/appearance.ts';
import { type MapBounds, usePins } from './clusters.ts';
import { FIT_ZOOM, type MapView, MAX_ZOOM, MIN_ZOOM, type Position, type StoreMapProps, WORLD_PX } from './map-view.ts';

declare global {
  interface Window {
    /** Called by the maps script when it refuses the key. */
    gm_authFailure?: () => void;
  }
}

const SCRIPT_ID = 'maps-script';
/** Longest load of the script, in ms; after it the portal shows its own map. */
const SCRIPT_TIMEOUT_MS = 15_000;

const LIBRARIES: Libraries = ['maps', 'marker'];
const REGION = 'IT';
/** The script has one language per page load: that of its first use. */
const LANGUAGE = document.documentElement.lang;

/**
 * Loads the maps script (§7).
 * @returns whether it is loaded; `onFail` is called if it fails or refuses the key
 */
function useGoogleMaps(googleMapsApiKey: string, onFail: () => void): boolean {
  const { isLoaded, loadError } = useJsApiLoader({
    id: SCRIPT_ID,
    googleMapsApiKey,
    libraries: LIBRARIES,
    region: REGION,
    language: LANGUAGE,
  });

  useEffect(() => {
    window.gm_authFailure = onFail;
    // The loader retries for half a minute; the portal's own map need not wait. Error events of scripts do not bubble.
    const onError = ({ target }: Event) => {
      if (target instanceof Element && target.id === SCRIPT_ID) onFail();
    };
    document.addEventListener('error', onError, true);
    return () => {
      delete window.gm_authFailure;
      document.removeEventListener('error', onError, true);
    };
  }, [onFail]);

  useEffect(() => {
    if (loadError) onFail();
    if (loadError || isLoaded) return undefined;
    const timer = setTimeout(onFail, SCRIPT_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [isLoaded, loadError, onFail]);

  return isLoaded;
}

/** Degrees of longitude of a pixel at the nearest zoom for several places. */
const DEGREES_PER_PX = 360 / (WORLD_PX * 2 ** FIT_ZOOM);
/** The part of the map's width that a view fills at least: one zoom nearer it would not fit with its margins. */
const FILLED_PART = 0.6;

/** Moves the map of the maps script to a view. */
function applyView(map: google.maps.Map, view: MapView): void {
  if (view.kind === 'around') {
    map.setZoom(view.zoom);
    map.setCenter(view.centre);
    return;
  }
  const bounds = new google.maps.LatLngBounds();
  for (const place of view.places) bounds.extend(place);
  // The map zooms in as far as the bounds allow, so the bounds of few stores are widened.
  const { lat, lng } = bounds.getCenter().toJSON();
  const half = (map.getDiv().clientWidth * FILLED_PART * DEGREES_PER_PX) / 2;
  bounds.extend({ lat, lng: lng - half });
  bounds.extend({ lat, lng: lng + half });
  map.fitBounds(bounds);
}

/** A drop with its tip at 0, 0. */
const DROP = 'M0 0C-3-6-11-10-11-19a11 11 0 1 1 22 0c0 9-8 13-11 19Z';
/** The maps script cannot read CSS variables. The scale of a circle is its radius in px. */
const LOOKS = {
  store: { path: DROP, scale: 1, fillColor: '#0066cc' },
  chosen: { path: DROP, scale: 1.4, fillColor: '#c4263d' },
  cluster: { scale: 19, fillColor: '#0066cc' },
  own: { scale: 8, fillColor: '#17324d', strokeWeight: 3 },
};

/** The icon of a pin, or of the user's own position. */
function iconOf(look: keyof typeof LOOKS): google.maps.Symbol {
  const common = { path: google.maps.SymbolPath.CIRCLE, fillOpacity: 1, strokeColor: '#ffffff', strokeWeight: 2 };
  return { ...common, ...LOOKS[look] };
}

interface GoogleStoreMapProps extends StoreMapProps {
  /** Called when the maps script cannot be used. */
  readonly onFail: () => void;
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

/** The map of the maps script, if the operator has a key (§2, §7). */
export function GoogleStoreMap({ cards, chosen, own, view, onChoose, onPick, onFail }: GoogleStoreMapProps) {
  const translate = useTranslate();
  const theme = useShownTheme();
  const isLoaded = useGoogleMaps(runtimeConfig().googleMapsApiKey, onFail);
  const [map, setMap] = useState<google.maps.Map | null>(null);
  /** The area in view. */
  const [shown, setShown] = useState<{ readonly bounds: MapBounds; readonly zoom: number } | null>(null);
  const { index, labelOf, press } = usePins(cards, chosen);

  useEffect(() => {
    if (map) applyView(map, view);
  }, [map, view]);

  function onIdle(): void {
    const bounds = map?.getBounds()?.toJSON();
    const zoom = map?.getZoom();
    if (bounds && zoom !== undefined) setShown({ bounds, zoom });
  }

  if (!isLoaded) return <div className="store-map__canvas" />;

  function zoomTo(place: Position, zoom: number): void {
    map?.setZoom(zoom);
    map?.panTo(place);
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
          if (latLng) onPick?.(latLng.toJSON());
        }}
      >
        {own && (
          <MarkerF position={own} title={translate('store-locator:map.own')} icon={iconOf('own')} clickable={false} />
        )}
        {shown &&
          index(shown.bounds, shown.zoom).map((pin) => (
            <MarkerF
              key={pin.key}
              position={pin.position}
              title={labelOf(pin)}
              icon={iconOf(pin.key === chosen?.key ? 'chosen' : pin.kind)}
              label={pin.kind === 'cluster' ? { text: String(pin.count), color: '#ffffff', fontWeight: '700' } : ''}
              onClick={() => press(pin, onChoose, zoomTo)}
            />
          ))}
      </GoogleMap>
    </div>
  );
}
