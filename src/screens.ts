import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { addAntdStyles } from './components/theme/antd-styles.ts';
import type { Screen, ScreenParts } from './components/layout/screen-frame.tsx';
import { resourceScreens } from './components/resource/resource-screens.ts';
import type { ResourceDeclaration } from './providers/data/declaration.ts';
import { loadTexts } from './providers/i18n.ts';
import { loadLazy, setLoads } from './providers/loading/load-lazy.ts';
import { withinTime } from './providers/loading/retry.ts';
import { adminPaths, paths, salePaths } from './providers/paths.ts';
import { isSignedIn } from './providers/session/tokens.ts';
import { resources } from './resources/index.ts';

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

/** Has the code and the texts of each screen load together. */
function withTexts(screens: readonly ScreenParts[]): readonly Screen[] {
  return screens.map(({ load, ...screen }) => ({
    ...screen,
    load: async () => (await Promise.all([load(), loadTexts(screen.texts)]))[0].Component,
  }));
}

/** The public screens (§2). */
export const publicScreens = withTexts([
  { path: paths.home, title: 'common:page.home', texts: ['home'], load: loadHome },
  {
    path: paths.signOnReturn,
    title: 'common:page.signOnReturn',
    texts: ['public'],
    load: () => import('./pages/public/sign-on-return.tsx'),
  },
  {
    path: paths.storeLocator,
    title: 'common:page.storeLocator',
    texts: ['store-locator'],
    load: () => import('./pages/stores/index.tsx'),
  },
  {
    path: paths.receipt,
    title: 'common:page.receipt',
    texts: ['public'],
    load: () => import('./pages/public/receipt.tsx'),
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
    { path: paths.guideOfOperators, title: 'common:page.guideOfOperators' },
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
]);

const SALE_TEXTS = ['patients', 'sale', 'table'];
const PATIENT_SEARCH = { title: 'common:page.patients', path: paths.patientSearch };

/** The screens that need a session and a profile (§2, §6). */
export const protectedScreens = withTexts([
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
    path: adminPaths.patient,
    title: 'admin:patients.show',
    parents: [{ title: 'admin:patients.list', path: adminPaths.patients }],
    texts: ['admin', 'patient-file', 'access-log', 'resource', 'table'],
    load: () => import('./pages/administration/patient.tsx'),
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
]);

/** The layout of protected screens with the component library, which the public screens do not load. */
export async function loadProtectedLayout(): Promise<ComponentType> {
  addAntdStyles();
  return (await import('./components/theme/antd-layout.tsx')).AntdLayout;
}

const pages = [...publicScreens, ...protectedScreens].map(({ path }) => path);

/** The rendered screens of the declarations so far. The operator's come once an operator is signed in. */
const rendered = new Map<ResourceDeclaration, readonly Screen[]>();

/** The screens of a declaration that have no page of their own. Always the same, so that a shown screen stays mounted. */
export function renderedScreens(declaration: ResourceDeclaration): readonly Screen[] {
  const screens = rendered.get(declaration) ?? withTexts(resourceScreens([declaration], pages));
  rendered.set(declaration, screens);
  return screens;
}

for (const declaration of resources) renderedScreens(declaration);

/** Where the operator's screens are, also before they are known. */
export const OPERATOR_PATHS = `${adminPaths.root}/*`;

function isAt(pathname: string): (screen: Pick<Screen, 'path' | 'steps'>) => boolean {
  return ({ path, steps = [] }) => [path, ...steps.map((step) => step.path)].some((one) => matchPath(one, pathname));
}

/** The screens of a path: several where the pattern of one matches the path of another. */
export function screensAt(pathname: string): readonly Screen[] {
  const found = [...protectedScreens, ...[...rendered.values()].flat()].filter(isAt(pathname));
  if (found.length > 0 || matchPath(OPERATOR_PATHS, pathname)) return found;
  return publicScreens.filter(isAt(pathname)).slice(0, 1);
}

/** Whether the screen of a path needs a session. */
export function needsSession(pathname: string): boolean {
  return !screensAt(pathname).some((screen) => publicScreens.includes(screen));
}

setLoads((pathname) => [
  ...(needsSession(pathname) ? [loadProtectedLayout] : []),
  ...screensAt(pathname).map(({ load }) => load),
]);
