import { type Map as LeafletMap, divIcon, layerGroup, marker } from 'leaflet';
import type { Town } from '../towns.ts';

export interface TownLayer {
  readonly show: (towns: readonly Town[]) => void;
  readonly remove: () => void;
}

function nameElement(name: string): HTMLElement {
  const element = document.createElement('span');
  element.textContent = name;
  return element;
}

/** Adds a layer of town names to a map, below the pins. Hidden from screen readers: the pins have their own names. */
export function createTownLayer(map: LeafletMap): TownLayer {
  const group = layerGroup().addTo(map);
  return {
    show(towns) {
      group.clearLayers();
      for (const { name, position } of towns) {
        marker([position.latitude, position.longitude], {
          icon: divIcon({ html: nameElement(name), className: 'map-town', iconSize: [0, 0] }),
          interactive: false,
          keyboard: false,
          pane: 'tilePane',
        }).addTo(group);
      }
    },
    remove: () => group.remove(),
  };
}
