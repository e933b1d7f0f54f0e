import { layerGroup, type Map as LeafletMap, type Marker } from 'leaflet';
import type { Pin } from './clusters.ts';
import { elementMarker } from './create-island-map.ts';

interface PinLayerOptions {
  /** Accessible name and tooltip. */
  readonly labelOf: (pin: Pin) => string;
  readonly chosenKey: string | undefined;
  /** Called when a pin is clicked or pressed by key. */
  readonly onSelect: (pin: Pin) => void;
}

const ABOVE_OTHERS = 1000;

function pinButton(pin: Pin, label: string, isChosen: boolean): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `map-pin map-pin--${isChosen ? 'chosen' : pin.kind}`;
  if (pin.kind === 'cluster') button.textContent = String(pin.count);
  button.translate = false;
  button.title = label;
  button.setAttribute('aria-label', label);
  if (isChosen) button.setAttribute('aria-current', 'true');
  return button;
}

/** Adds a layer of pins to a map. An update redraws only changed pins, so that the focus stays. */
export function createPinLayer(map: LeafletMap, { labelOf, chosenKey, onSelect }: PinLayerOptions) {
  const group = layerGroup().addTo(map);
  const markers = new Map<string, Marker>();

  function takeAway(key: string, gone: Marker): void {
    const hasFocus = gone.getElement()?.contains(document.activeElement) ?? false;
    group.removeLayer(gone);
    markers.delete(key);
    if (hasFocus) map.getContainer().focus({ preventScroll: true });
  }

  return {
    show(pins: readonly Pin[]) {
      const wanted = new Set(pins.map(({ key }) => key));
      for (const [key, present] of markers) if (!wanted.has(key)) takeAway(key, present);
      for (const pin of pins) {
        if (markers.has(pin.key)) continue;
        const isChosen = pin.key === chosenKey;
        const button = pinButton(pin, labelOf(pin), isChosen);
        const drawn = elementMarker(pin.position, button, 'map-pin-place', {
          zIndexOffset: isChosen ? ABOVE_OTHERS : 0,
        });
        markers.set(pin.key, drawn.on('click', () => onSelect(pin)).addTo(group));
      }
    },
    remove: () => group.remove(),
  };
}
