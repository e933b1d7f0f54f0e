import { type Map as LeafletMap, type Marker, divIcon, layerGroup, marker } from 'leaflet';
import type { Pin } from '../clusters.ts';

/** How a pin is drawn and named. */
export interface PinLook {
  /** Its name for who does not see it, and its tooltip. */
  readonly label: string;
  /** What stands in it. */
  readonly text: string;
  readonly isChosen: boolean;
}

/** The pins of a map; only what changes is drawn anew, so that the focus stays where it is. */
export interface PinLayer {
  readonly show: (pins: readonly Pin[]) => void;
  readonly remove: () => void;
}

const ABOVE_OTHERS = 1000;

function pinButton(pin: Pin, { label, text, isChosen }: PinLook): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `map-pin map-pin--${isChosen ? 'chosen' : pin.kind}`;
  button.textContent = text;
  button.title = label;
  button.setAttribute('aria-label', label);
  if (isChosen) button.setAttribute('aria-current', 'true');
  return button;
}

function drawn(pin: Pin, look: PinLook, onSelect: (pin: Pin) => void): Marker {
  const { latitude, longitude } = pin.position;
  return marker([latitude, longitude], {
    icon: divIcon({ html: pinButton(pin, look), className: 'map-pin-place', iconSize: [0, 0] }),
    // The button inside takes the keys.
    keyboard: false,
    zIndexOffset: look.isChosen ? ABOVE_OTHERS : 0,
  }).on('click', () => onSelect(pin));
}

/** Adds a layer of pins to a map. `onSelect` is called for the pin that is clicked, or pressed by key. */
export function createPinLayer(map: LeafletMap, lookOf: (pin: Pin) => PinLook, onSelect: (pin: Pin) => void): PinLayer {
  const group = layerGroup().addTo(map);
  const markers = new Map<string, Marker>();

  function takeAway(key: string, gone: Marker): void {
    const hasFocus = gone.getElement()?.contains(document.activeElement) ?? false;
    group.removeLayer(gone);
    markers.delete(key);
    if (hasFocus) map.getContainer().focus({ preventScroll: true });
  }

  return {
    show(pins) {
      const wanted = new Set(pins.map(({ key }) => key));
      for (const [key, present] of markers) if (!wanted.has(key)) takeAway(key, present);
      for (const pin of pins) {
        if (markers.has(pin.key)) continue;
        markers.set(pin.key, drawn(pin, lookOf(pin), onSelect).addTo(group));
      }
    },
    remove: () => group.remove(),
  };
}
