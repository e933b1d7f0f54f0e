import type { Language } from '#src/providers/i18n/languages.ts';
import { paths } from '#src/providers/paths.ts';

/** Its text is `guide:{chapter}.{name}`. Its picture, if any, is `{language}/{chapter}-{name}` (scripts/guide.mjs). */
export interface Step {
  readonly name: string;
  /** Height of the picture in each language, in px. All have the same width. */
  readonly heights?: Readonly<Record<Language, number>>;
}

interface Chapter {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Whether a field below the steps tries a scanner. */
  readonly hasTrial?: boolean;
}

interface Guide {
  readonly path: string;
  readonly chapters: readonly Chapter[];
}

/** The tasks of each profile, in the order of the work. */
export const GUIDES: Readonly<Record<'BUSINESS' | 'ASL', Guide>> = {
  BUSINESS: {
    path: paths.guide,
    chapters: [
      {
        name: 'sale',
        steps: [
          { name: 'search', heights: { it: 365, en: 365 } },
          { name: 'patient', heights: { it: 352, en: 352 } },
          { name: 'products', heights: { it: 790, en: 742 } },
          { name: 'summary', heights: { it: 509, en: 462 } },
          { name: 'completed', heights: { it: 575, en: 575 } },
        ],
      },
      {
        name: 'scanner',
        steps: [{ name: 'ending' }, { name: 'layout' }, { name: 'mode' }, { name: 'pace' }, { name: 'codes' }],
        hasTrial: true,
      },
      {
        name: 'storno',
        steps: [
          { name: 'list', heights: { it: 594, en: 531 } },
          { name: 'confirm', heights: { it: 447, en: 447 } },
          { name: 'after' },
        ],
      },
      { name: 'billing', steps: [{ name: 'period', heights: { it: 485, en: 485 } }, { name: 'export' }] },
      {
        name: 'amc',
        steps: [
          { name: 'select', heights: { it: 903, en: 937 } },
          { name: 'confirm', heights: { it: 573, en: 573 } },
          { name: 'orders', heights: { it: 672, en: 651 } },
        ],
      },
    ],
  },
  ASL: {
    path: paths.guideOfAuthorities,
    chapters: [
      { name: 'asl', steps: [{ name: 'orders', heights: { it: 937, en: 937 } }, { name: 'download' }] },
      { name: 'aslBilling', steps: [{ name: 'period', heights: { it: 485, en: 485 } }, { name: 'export' }] },
    ],
  },
};
