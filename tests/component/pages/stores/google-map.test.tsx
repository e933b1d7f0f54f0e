import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { FIT_ZOOM, WORLD_PX } from '#src/components/store-map/map-view.ts';
import { chooseAppearance } from '#src/components/theme/appearance.ts';
import { renderPortal } from '../../render-portal.tsx';
import { businessWithStores, configureMaps, located, makeRoomForMaps, MAP_WIDTH } from './locator.ts';
import { bringMapsScript } from './maps-script.ts';

const PLAIN_INSTEAD = /La mappa dettagliata non è al momento disponibile/;

beforeAll(() => makeRoomForMaps());
afterEach(() => configureMaps({}));

test("§2 §7 Google's map: in the portal's theme, no nearer than zoom 13 to what is found, and away when its key is refused", async () => {
  await configureMaps({ googleMapsApiKey: 'key' });
  const { user } = renderPortal('/punti-vendita', { handlers: [located(businessWithStores(8))] });
  const { made, fitted } = await bringMapsScript();
  await waitFor(() => expect(made).toMatchObject([{ colorScheme: 'LIGHT', maxZoom: 18 }]));
  act(() => chooseAppearance('theme', 'dark'));
  await waitFor(() => expect(made[1]).toMatchObject({ colorScheme: 'DARK', maxZoom: 18 }));

  await user.type(screen.getByRole('searchbox'), 'bottega 5');
  await waitFor(() => expect(fitted).not.toHaveLength(0));
  const { west = 0, east = 0 } = fitted.at(-1) ?? {};
  const widthAt = (zoom: number) => ((east - west) / 360) * WORLD_PX * 2 ** zoom;
  expect(widthAt(FIT_ZOOM)).toBeLessThan(MAP_WIDTH);
  expect(widthAt(FIT_ZOOM + 1)).toBeGreaterThan(MAP_WIDTH);

  expect(screen.queryByText(PLAIN_INSTEAD)).toBeNull();
  act(() => window.gm_authFailure?.());
  expect(screen.getByText(PLAIN_INSTEAD)).toBeVisible();
  expect(await screen.findByRole('application', { name: 'Mappa dei punti vendita' })).toBeVisible();
});
