import type { HttpHandler } from 'msw';
import { vi } from 'vitest';
import type { CallReply } from '#contract/call.ts';
import { listBusinesses } from '#contract/calls/businesses.ts';
import { loadRuntimeConfig } from '#src/providers/runtime-config.ts';
import { portalFiles, testConfig } from '#tests/support/portal-files.ts';
import { answer, network } from '../../network.ts';

type Businesses = CallReply<typeof listBusinesses>['businesses'];

/** The width of every map, in pixels. */
export const MAP_WIDTH = 800;
/** The size of every element, because jsdom has no layout and a map needs room. */
const SIZE = { clientWidth: MAP_WIDTH, clientHeight: 500 } as const;

/**
 * Defines what the map needs and jsdom lacks: sizes, and the sign that SVG can be drawn.
 * @returns a function that takes it away again
 */
export function makeRoomForMaps(size: Readonly<Record<keyof typeof SIZE, number>> = SIZE): () => void {
  const define = (prototype: object, name: string, descriptor: PropertyDescriptor) => {
    const before = Object.getOwnPropertyDescriptor(prototype, name);
    Object.defineProperty(prototype, name, { configurable: true, ...descriptor });
    return () => {
      Reflect.deleteProperty(prototype, name);
      if (before) Object.defineProperty(prototype, name, before);
    };
  };
  const ends = [
    ...Object.entries(size).map(([name, pixels]) => define(HTMLElement.prototype, name, { get: () => pixels })),
    define(SVGSVGElement.prototype, 'createSVGRect', { value: () => undefined }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Loads a configuration with these settings of the map. */
export async function configureMaps(config: Partial<ReturnType<typeof testConfig>>): Promise<void> {
  network.use(...portalFiles({ ...testConfig(''), ...config }));
  await loadRuntimeConfig();
}

/** Makes the window as narrow as a phone, until the mocks are restored. */
export function narrowWindow(): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('max-width'),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
}

/** Replaces the geolocation of the browser. */
export function giveGeolocation(getCurrentPosition: Geolocation['getCurrentPosition']): void {
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
}

const TOWNS = ['Cagliari', 'Tortolì', 'Nuoro', 'Olbia'] as const;

/** A company with `count` stores in four towns in turn, Cagliari first, each store 445 m north of the one before. */
export function businessWithStores(count: number): Businesses {
  const stores = Array.from({ length: count }, (_, index) => ({
    storeId: index + 1,
    name: `Bottega ${index + 1}`,
    address: 'Via Roma',
    streetNumber: String(index + 1),
    city: TOWNS[index % TOWNS.length],
    coordinates: [39.2 + index * 0.004, 9.1217] satisfies [number, number],
  }));
  const known = { vat: '01234567890', phone: '070 1234', email: 'info@rossi.example', web: 'www.rossi.example' };
  return [{ businessId: 1, companyName: 'Rossi S.r.l.', ...known, stores }];
}

/** Answers with the companies of the store locator. */
export function located(businesses: Businesses): HttpHandler {
  return answer(listBusinesses, { businesses });
}
