import type { Pin } from '../clusters.ts';

/** A drop with its tip at 0, 0. */
const DROP = 'M0 0C-3-6-11-10-11-19a11 11 0 1 1 22 0c0 9-8 13-11 19Z';
const PRIMARY = '#0066cc';
const CHOSEN = '#c4263d';
const OWN = '#17324d';
const CLUSTER_RADIUS = 19;
const OWN_RADIUS = 8;

/** The icon of the user's own position. */
export function ownIcon(): google.maps.Symbol {
  return {
    path: google.maps.SymbolPath.CIRCLE,
    scale: OWN_RADIUS,
    fillOpacity: 1,
    fillColor: OWN,
    strokeColor: '#ffffff',
    strokeWeight: 3,
  };
}

/** The icon of a pin. The maps script cannot read CSS variables. */
export function pinIcon(kind: Pin['kind'], isChosen: boolean): google.maps.Symbol {
  const common = { fillOpacity: 1, fillColor: isChosen ? CHOSEN : PRIMARY, strokeColor: '#ffffff', strokeWeight: 2 };
  if (kind === 'cluster') return { ...common, path: google.maps.SymbolPath.CIRCLE, scale: CLUSTER_RADIUS };
  return { ...common, path: DROP, scale: isChosen ? 1.4 : 1 };
}
