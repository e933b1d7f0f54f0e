import type { ComponentType } from 'react';
import { addAntdStyles } from './components/theme/antd-styles.ts';
import type { Screen } from './components/layout/screen-routes.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from './providers/data/declaration.ts';
import { loadLazy } from './providers/loading/load-lazy.ts';
import { withinTime } from './providers/loading/retry.ts';
import { adminPaths, paths, salePaths } from './providers/paths.ts';
import { isSignedIn } from './providers/session/tokens.ts';

/** The legal pages share their texts. The operator's texts are separate (docs/operations.md). */
const LEGAL_TEXTS = ['legal', 'operator'];

/** How long the home page waits for the dashboard, in ms, to render only once. */
const DASHBOARD_MS = 1000;

/** The home page, with the dashboard of a signed-in user. What comes later, or not at all, the page itself waits for. */
async function loadHome() {
  const isOfUser = isSignedIn();
  const { Component, loadDashboard } = await import('./pages/home/index.tsx');
  if (isOfUser) await withinTime(loadLazy(loadDashboard), DASHBOARD_MS).catch(() => undefined);
  return { Component };
}

/** The public screens (§2). */
export const publicScreens: readonly Screen[] = [
  { path: paths.home, title: 'common:page.home', texts: ['home'], load: loadHome },
  {
    path: paths.signOnReturn,
    title: 'common:page.signOnReturn',
    texts: ['public'],
    load: async () => ({ Component: (await import('./pages/public/information.tsx')).SignOnReturn }),
  },
  {
    path: paths.storeLocator,
    title: 'common:page.storeLocator',
    texts: ['store-locator'],
    load: () => import('./pages/stores/index.tsx'),
  },
  {
    path: paths.support,
    title: 'common:page.support',
    texts: ['public'],
    load: async () => ({ Component: (await import('./pages/public/information.tsx')).Support }),
  },
  ...[
    { path: paths.guide, title: 'common:page.guide' },
    { path: paths.guideOfAuthorities, title: 'common:page.guideOfAuthorities' },
  ].map((page) => ({
    ...page,
    texts: ['guide'],
    load: () => import('./pages/public/guide.tsx'),
  })),
  {
    path: paths.voucherInformation,
    title: 'common:page.voucherInformation',
    clearsBreadcrumb: true,
    texts: ['public'],
    load: async () => ({ Component: (await import('./pages/public/information.tsx')).VoucherInformation }),
  },
  {
    path: paths.userNotFound,
    title: 'common:page.userNotFound',
    texts: ['public'],
    load: async () => ({ Component: (await import('./pages/public/information.tsx')).UserNotFound }),
  },
  {
    path: paths.privacy,
    title: 'common:page.privacy',
    texts: LEGAL_TEXTS,
    load: async () => ({ Component: (await import('./pages/public/legal.tsx')).Privacy }),
  },
  {
    path: paths.legalNotes,
    title: 'common:page.legalNotes',
    texts: LEGAL_TEXTS,
    load: async () => ({ Component: (await import('./pages/public/legal.tsx')).LegalNotes }),
  },
  {
    path: paths.accessibilityStatement,
    title: 'common:page.accessibilityStatement',
    texts: LEGAL_TEXTS,
    load: async () => ({ Component: (await import('./pages/public/legal.tsx')).AccessibilityStatement }),
  },
  {
    path: '*',
    title: 'common:page.notFound',
    texts: ['public'],
    load: async () => ({ Component: (await import('./pages/public/information.tsx')).NotFound }),
  },
];

const SALE_TEXTS = ['patients', 'sale', 'table'];
const PATIENT_SEARCH = { title: 'common:page.patients', path: paths.patientSearch };

/** The screens that need a session and a profile (§2, §6). */
export const protectedScreens: readonly Screen[] = [
  { ...PATIENT_SEARCH, texts: SALE_TEXTS, load: () => import('./pages/sale/patient-search.tsx') },
  {
    path: salePaths.sale,
    title: 'common:page.patients',
    // The steps are below the search (§2).
    parents: [PATIENT_SEARCH],
    texts: SALE_TEXTS,
    load: () => import('./pages/sale/index.tsx'),
    steps: [
      { path: salePaths.beneficiary, title: 'sale:steps.beneficiary' },
      { path: salePaths.products, title: 'sale:steps.products' },
      { path: salePaths.summary, title: 'sale:steps.summary' },
      { path: salePaths.completed, title: 'sale:steps.completed' },
    ],
  },
  {
    path: paths.purchaseHistory,
    title: 'common:page.purchases',
    parents: [PATIENT_SEARCH],
    texts: ['purchases', 'table'],
    load: () => import('./pages/purchases/index.tsx'),
    list: {
      resource: 'purchases',
      profile: 'BUSINESS',
      path: '/api/v1/purchases/search',
      sort: 'createTime,desc',
    },
  },
  {
    path: paths.endOfDay,
    title: 'common:page.endOfDay',
    texts: ['end-of-day', 'table'],
    load: () => import('./pages/end-of-day/index.tsx'),
  },
  {
    path: paths.billingSummary,
    title: 'common:page.billingSummary',
    texts: ['billing', 'period', 'table'],
    load: () => import('./pages/billing/index.tsx'),
  },
  {
    path: paths.amcOrders,
    title: 'common:page.amcOrders',
    texts: ['amc-orders', 'period', 'table'],
    load: () => import('./pages/amc-orders/index.tsx'),
  },
  {
    path: paths.amcOrderSummary,
    title: 'common:page.amcOrderSummary',
    texts: ['amc-summary', 'period', 'table'],
    load: () => import('./pages/amc-orders/order-summary.tsx'),
  },
  {
    path: adminPaths.accessLog,
    title: 'admin:menu.accessLog',
    texts: ['access-log', 'admin', 'period', 'table'],
    load: () => import('./pages/administration/access-log.tsx'),
  },
  {
    path: adminPaths.closings,
    title: 'admin:menu.closings',
    texts: ['admin', 'month-closing', 'table'],
    load: () => import('./pages/administration/month-closing.tsx'),
  },
  {
    path: adminPaths.imports,
    title: 'admin:menu.imports',
    texts: ['admin', 'admin-imports', 'table'],
    load: () => import('./pages/administration/imports.tsx'),
  },
  {
    path: adminPaths.spending,
    title: 'admin:menu.spending',
    texts: ['admin', 'spending', 'table'],
    load: () => import('./pages/administration/spending.tsx'),
  },
];

/** The layout of protected screens with the component library, which the public screens do not load. */
export async function loadProtectedLayout(): Promise<ComponentType> {
  addAntdStyles();
  return (await import('./components/theme/antd-layout.tsx')).AntdLayout;
}

function isAt(pathname: string): (screen: Screen) => boolean {
  return ({ path, steps = [] }) => [path, ...steps.map((step) => step.path)].includes(pathname);
}

/** The load functions and text namespaces of a path. */
export function partsOf(
  pathname: string,
): Pick<Screen, 'texts' | 'list'> & { readonly loads: readonly (() => Promise<unknown>)[] } {
  const screen = protectedScreens.find(isAt(pathname));
  if (screen) return { ...screen, loads: [loadProtectedLayout, screen.load] };
  const found = publicScreens.filter(isAt(pathname));
  return { texts: found.flatMap(({ texts }) => texts), loads: found.map(({ load }) => load) };
}

const isPageSize = (size: number) => PAGE_SIZES.some((one) => one === size);

/** The page of a list in a URL without filters or sort order (§9). */
export interface FirstPage {
  readonly currentPage: number;
  readonly pageSize: number;
}

/** The page that a screen shows first; undefined if its URL says more than a page, or a page that there is not. */
export function firstPageOf(search: string): FirstPage | undefined {
  const { currentPage = 1, pageSize = DEFAULT_PAGE_SIZE, ...others } = Object.fromEntries(new URLSearchParams(search));
  const page = { currentPage: Number(currentPage), pageSize: Number(pageSize) };
  const isPage = page.currentPage > 0 && Number.isSafeInteger(page.currentPage) && isPageSize(page.pageSize);
  return isPage && Object.keys(others).length === 0 ? page : undefined;
}

/** The path and query of the call for the first rows of a screen; undefined if it shows none to this profile. */
export function firstRowsPath({ pathname, search }: Location, profile: string): string | undefined {
  const { list } = partsOf(pathname);
  const page = firstPageOf(search);
  if (list?.profile !== profile || !page) return undefined;
  const query = new URLSearchParams({
    page: String(page.currentPage - 1),
    size: String(page.pageSize),
    sort: list.sort,
  });
  return `${list.path}?${query.toString()}`;
}
