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
          { name: 'search', height: 407 },
          { name: 'patient', height: 449 },
          { name: 'products', height: 621 },
          { name: 'summary', height: 495 },
          { name: 'completed', height: 527 },
        ],
      },
      {
        name: 'storno',
        steps: [{ name: 'list', height: 527 }, { name: 'confirm', height: 720 }, { name: 'after' }],
      },
      { name: 'billing', steps: [{ name: 'period', height: 527 }, { name: 'export' }] },
      {
        name: 'amc',
        steps: [
          { name: 'select', height: 527 },
          { name: 'confirm', height: 720 },
          { name: 'orders', height: 527 },
        ],
      },
    ],
  },
  ASL: {
    path: paths.guideOfAuthorities,
    chapters: [
      { name: 'asl', steps: [{ name: 'orders', height: 571 }, { name: 'download' }] },
      { name: 'aslBilling', steps: [{ name: 'period', height: 534 }, { name: 'export' }] },
    ],
  },
};
