import { act, waitFor } from '@testing-library/react';

/// <reference types="google.maps" />

/** What the fake maps script was called with. */
interface Told {
  /** The options of each created map. */
  readonly made: google.maps.MapOptions[];
  /** The bounds that were fitted into a map. */
  readonly fitted: google.maps.LatLngBoundsLiteral[];
}

const SCRIPT = 'script[src^="https://maps.googleapis.com/"]';
const ISLAND: google.maps.LatLngBoundsLiteral = { south: 38, west: 8, north: 42, east: 10 };

function nothing(): void {
  // The fake draws nothing.
}

/** A bounding box that grows as that of the maps script does. */
class Bounds {
  box: google.maps.LatLngBoundsLiteral = { south: 90, west: 180, north: -90, east: -180 };

  extend({ lat, lng }: google.maps.LatLngLiteral): void {
    const { south, west, north, east } = this.box;
    this.box = {
      south: Math.min(south, lat),
      west: Math.min(west, lng),
      north: Math.max(north, lat),
      east: Math.max(east, lng),
    };
  }

  getCenter() {
    const { south, west, north, east } = this.box;
    return { toJSON: () => ({ lat: (south + north) / 2, lng: (west + east) / 2 }) };
  }
}

function standIn(told: Told) {
  const listeners = new Map<string, () => void>();
  class StandInMap {
    readonly place: HTMLElement;
    zoom = 0;
    setOptions = nothing;
    constructor(place: HTMLElement, options: google.maps.MapOptions) {
      this.place = place;
      told.made.push(options);
    }
    getDiv() {
      return this.place;
    }
    getZoom() {
      return this.zoom;
    }
    setZoom(zoom: number) {
      this.zoom = zoom;
    }
    setCenter() {
      listeners.get('idle')?.();
    }
    getBounds() {
      return { toJSON: () => ISLAND };
    }
    fitBounds({ box }: Bounds) {
      told.fitted.push(box);
    }
  }
  /** A marker whose methods do nothing. */
  const marker = new Proxy({}, { get: () => nothing });
  const event = {
    addListener: (_: unknown, name: string, listener: () => void) => listeners.set(name, listener),
    removeListener: nothing,
    clearInstanceListeners: nothing,
  };
  return {
    Map: StandInMap,
    Marker: new Proxy(nothing, { construct: () => marker }),
    LatLngBounds: Bounds,
    SymbolPath: { CIRCLE: 0 },
    event,
    importLibrary: () => Promise.resolve({}),
  };
}

/** Waits until the page requests the maps script. */
export async function askedMapsScript(): Promise<HTMLScriptElement> {
  return waitFor(() => {
    const script = document.head.querySelector<HTMLScriptElement>(SCRIPT);
    if (!script) throw new Error('the maps script has not been asked for');
    return script;
  });
}

/** Whether the loader has set the callback that the script calls when it is loaded. */
function isWaitedFor(maps: object): maps is { readonly __ib__: () => void } {
  return '__ib__' in maps;
}

/** Delivers a fake maps script once it is requested. Returns what it was called with. */
export async function bringMapsScript(): Promise<Told> {
  await askedMapsScript();
  const told: Told = { made: [], fitted: [] };
  const maps = Object.assign(window.google.maps, standIn(told));
  await act(async () => {
    if (isWaitedFor(maps)) maps.__ib__();
    await Promise.resolve();
  });
  return told;
}
