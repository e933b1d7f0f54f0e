import type { Profile } from '#contract/entities/user.ts';
import { type Path, paths } from '#src/providers/paths.ts';
import { isFull } from '#tests/extent.ts';
import { amcOrderStops, amcSummaryStops, billingStops, historyStops, paidOrderStops } from './after-sale-stops.ts';
import { saleStops } from './sale-stops.ts';
import { homeStops } from './shell-stops.ts';
import type { Stops } from './stop.ts';
import { storeLocatorStops } from './store-locator.ts';
import { adminResources } from '#src/resources/admin/index.ts';

/** Nobody signed in, or a person of that profile. */
export type Visitor = 'public' | Profile;

/** The first record of a resource that nobody is: what is confidential has no address of its own. */
const FIRST_ID = '1';

/** A screen that is looked at as it opens. */
export const asItOpens: Stops = ({ look }) => look('as it opens');
/** The shell around it differs by who is signed in, as it does on their other screens. */
const forTheSignedIn = isFull ? { BUSINESS: asItOpens, ASL: asItOpens } : {};
const forEverybody = { public: asItOpens, ...forTheSignedIn };

/**
 * Every screen of the portal, and what there is to look at for whom. Each path must have its row, or the tests do not
 * compile.
 */
const SCREENS: Readonly<Record<Path, Partial<Record<Visitor, Stops>>>> = {
  [paths.home]: { public: asItOpens, BUSINESS: homeStops, ASL: asItOpens },
  [paths.signOnReturn]: { public: asItOpens },
  [paths.storeLocator]: { public: storeLocatorStops, ...forTheSignedIn },
  [paths.support]: forEverybody,
  [paths.guide]: forEverybody,
  [paths.guideOfAuthorities]: forEverybody,
  [paths.voucherInformation]: forEverybody,
  [paths.privacy]: forEverybody,
  [paths.legalNotes]: forEverybody,
  [paths.accessibilityStatement]: forEverybody,
  [paths.userNotFound]: { public: asItOpens },
  [paths.patientSearch]: { BUSINESS: saleStops },
  [paths.purchaseHistory]: { BUSINESS: historyStops },
  [paths.endOfDay]: { BUSINESS: asItOpens },
  [paths.billingSummary]: { BUSINESS: billingStops, ASL: billingStops },
  [paths.amcOrders]: { BUSINESS: amcOrderStops },
  [paths.amcOrderSummary]: { BUSINESS: amcSummaryStops, ASL: paidOrderStops },
};

/** What operators keep: the lists as they open, and every form and record that has an address. */
const ADMIN_SCREENS = adminResources.flatMap(({ screens = {}, isConfidential }) =>
  Object.entries(screens)
    .filter(([action]) => !isConfidential || action === 'list' || action === 'create')
    .map(([, path]) => [path.replace(':id', FIRST_ID), asItOpens] as const),
);

/** The screens of a visitor, with what there is to look at. */
export function screensOf(visitor: Visitor): readonly (readonly [string, Stops])[] {
  if (visitor === 'OPERATOR') return ADMIN_SCREENS;
  return Object.entries(SCREENS).flatMap(([path, { [visitor]: stops }]) => (stops ? [[path, stops] as const] : []));
}
