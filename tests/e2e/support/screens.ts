import type { Profile } from '#contract/entities/user.ts';
import { type Path, paths } from '#src/providers/paths.ts';
import { isFull } from '#tests/extent.ts';
import {
  amcOrderStates,
  amcSummaryStates,
  billingStates,
  historyStates,
  paidOrderStates,
} from './after-sale-states.ts';
import { saleStates } from './sale-states.ts';
import { homeStates } from './shell-states.ts';
import type { ScreenStates } from './screen-states.ts';
import { storeLocatorStates } from './store-locator.ts';
import { adminResources } from '#src/resources/admin/index.ts';

/** Nobody signed in, or a person of that profile. */
export type Visitor = 'public' | Profile;

/** The first record of a resource that nobody is: what is confidential has no address of its own. */
const FIRST_ID = '1';

/** A screen that is checked as it opens. */
export const asItOpens: ScreenStates = ({ check }) => check('as it opens');
/** The shell around it differs by who is signed in, as it does on their other screens. */
const forTheSignedIn = isFull ? { BUSINESS: asItOpens, ASL: asItOpens } : {};
const forEverybody = { public: asItOpens, ...forTheSignedIn };

/**
 * Every screen of the portal, and what is checked for whom. Each path must have its row, or the tests do not
 * compile.
 */
const SCREENS: Readonly<Record<Path, Partial<Record<Visitor, ScreenStates>>>> = {
  [paths.home]: { public: asItOpens, BUSINESS: homeStates, ASL: asItOpens },
  [paths.signOnReturn]: { public: asItOpens },
  [paths.storeLocator]: { public: storeLocatorStates, ...forTheSignedIn },
  [paths.support]: forEverybody,
  [paths.guide]: forEverybody,
  [paths.guideOfAuthorities]: forEverybody,
  [paths.voucherInformation]: forEverybody,
  [paths.privacy]: forEverybody,
  [paths.legalNotes]: forEverybody,
  [paths.accessibilityStatement]: forEverybody,
  [paths.userNotFound]: { public: asItOpens },
  [paths.patientSearch]: { BUSINESS: saleStates },
  [paths.purchaseHistory]: { BUSINESS: historyStates },
  [paths.endOfDay]: { BUSINESS: asItOpens },
  [paths.billingSummary]: { BUSINESS: billingStates, ASL: billingStates },
  [paths.amcOrders]: { BUSINESS: amcOrderStates },
  [paths.amcOrderSummary]: { BUSINESS: amcSummaryStates, ASL: paidOrderStates },
};

/** What operators keep: the lists as they open, and every form and record that has an address. */
const ADMIN_SCREENS = adminResources.flatMap(({ screens = {}, isConfidential }) =>
  Object.entries(screens)
    .filter(([action]) => !isConfidential || action === 'list' || action === 'create')
    .map(([, path]) => [path.replace(':id', FIRST_ID), asItOpens] as const),
);

/** The screens of a visitor, with what is checked. */
export function screensOf(visitor: Visitor): readonly (readonly [string, ScreenStates])[] {
  if (visitor === 'OPERATOR') return ADMIN_SCREENS;
  return Object.entries(SCREENS).flatMap(([path, { [visitor]: states }]) => (states ? [[path, states] as const] : []));
}
