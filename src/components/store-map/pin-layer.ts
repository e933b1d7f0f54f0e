import { divIcon, layerGroup, type Map as LeafletMap, marker, type Marker } from 'leaflet';
import type { Pin } from './clusters.ts';

interface PinLook {
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly text: string;
  readonly isChosen: boolean;
}

/** The pins of a map. An update redraws only changed pins, so that the focus stays. */
interface PinLayer {
  readonly show: (pins: readonly Pin[]) => void;
  readonly remove: () => void;
}

const ABOVE_OTHERS = 1000;

function pinButton(pin: Pin, { label, text, isChosen }: PinLook): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `map-pin map-pin--${isChosen ? 'chosen' : pin.kind}`;
  button.textContent = text;
  button.translate = false;
  button.title = label;
  button.setAttribute('aria-label', label);
  if (isChosen) button.setAttribute('aria-current', 'true');
  return button;
}

function drawn(pin: Pin, look: PinLook, onSelect: (pin: Pin) => void): Marker {
  const { latitude, longitude } = pin.position;
  return marker([latitude, longitude], {
    icon: divIcon({ html: pinButton(pin, look), className: 'map-pin-place', iconSize: [0, 0] }),
    // The button inside handles the keys.
    keyboard: false,
    zIndexOffset: look.isChosen ? ABOVE_OTHERS : 0,
  }).on('click', () => onSelect(pin));
}

/**
 * Adds a layer of pins to a map.
 * @param onSelect called when a pin is clicked or pressed by key
 */
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
