import type { Profile } from '#contract/entities/shared.ts';
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
import { adminResources } from '#src/resources/administration.ts';

/** A guest, or a user with this profile. */
export type Visitor = 'public' | Profile;

/** The id of the first record of a resource. Confidential records have no address, so the id is of no person. */
const FIRST_ID = '1';

/** Checks a screen as it opens. */
export const asItOpens: ScreenStates = ({ check }) => check('as it opens');
/** For signed-in users only the shell around the screen differs, which their other screens show too. */
const forTheSignedIn = isFull ? { BUSINESS: asItOpens, ASL: asItOpens } : {};
const forEverybody = { public: asItOpens, ...forTheSignedIn };

/** Every screen of the portal with its checks for each visitor. A path without a row does not compile. */
const SCREENS: Readonly<Record<Path, Partial<Record<Visitor, ScreenStates>>>> = {
  [paths.home]: { public: asItOpens, BUSINESS: homeStates, ASL: asItOpens },
  [paths.signOnReturn]: { public: asItOpens },
  [paths.storeLocator]: { public: storeLocatorStates, ...forTheSignedIn },
  [paths.receipt]: { public: asItOpens },
  [paths.support]: forEverybody,
  [paths.guide]: forEverybody,
  [paths.guideOfAuthorities]: forEverybody,
  [paths.guideOfOperators]: forEverybody,
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

/** The screens of the operators: lists as they open, and every form and record that has an address. */
const ADMIN_SCREENS = adminResources.flatMap(({ screens = {}, isConfidential }) =>
  Object.entries(screens)
    .filter(([action]) => !isConfidential || action === 'list' || action === 'create')
    .map(([, path]) => [path.replace(':id', FIRST_ID), asItOpens] as const),
);

/** The screens of a visitor with their checks. */
export function screensOf(visitor: Visitor): readonly (readonly [string, ScreenStates])[] {
  if (visitor === 'OPERATOR') return ADMIN_SCREENS;
  return Object.entries(SCREENS).flatMap(([path, { [visitor]: states }]) => (states ? [[path, states] as const] : []));
}
