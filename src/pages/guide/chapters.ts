import { paths } from '#src/providers/paths.ts';

/** Its text is `guide:{chapter}.{name}`, and its picture, where it has one, `{chapter}-{name}` (scripts/guide.mjs). */
export interface Step {
  readonly name: string;
  /** The height of its picture, in px; all are equally wide. */
  readonly height?: number;
}

interface Chapter {
  readonly name: string;
  readonly steps: readonly Step[];
}

interface Guide {
  readonly path: string;
  readonly chapters: readonly Chapter[];
}

/** What each profile does, in the order of the work. */
export const GUIDES: Readonly<Record<'BUSINESS' | 'ASL', Guide>> = {
  BUSINESS: {
    path: paths.guide,
    chapters: [
      {
        name: 'sale',
        steps: [
          { name: 'search', height: 365 },
          { name: 'patient', height: 352 },
          { name: 'products', height: 790 },
          { name: 'summary', height: 509 },
          { name: 'completed', height: 583 },
        ],
      },
      {
        name: 'storno',
        steps: [{ name: 'list', height: 594 }, { name: 'confirm', height: 447 }, { name: 'after' }],
      },
      { name: 'billing', steps: [{ name: 'period', height: 485 }, { name: 'export' }] },
      {
        name: 'amc',
        steps: [
          { name: 'select', height: 903 },
          { name: 'confirm', height: 573 },
          { name: 'orders', height: 672 },
        ],
      },
    ],
  },
  ASL: {
    path: paths.guideOfAuthorities,
    chapters: [
      { name: 'asl', steps: [{ name: 'orders', height: 937 }, { name: 'download' }] },
      { name: 'aslBilling', steps: [{ name: 'period', height: 485 }, { name: 'export' }] },
    ],
  },
};
