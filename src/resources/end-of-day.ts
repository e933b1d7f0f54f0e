import type { ResourceDeclaration } from '#src/providers/data/declaration.ts';
import { paths } from '#src/providers/paths.ts';

/** What a store has sold and cancelled on a day, where the server tells it (rules §1). */
export const endOfDay: ResourceDeclaration = {
  name: 'end-of-day',
  screens: { list: paths.endOfDay },
  menu: { label: 'common:page.endOfDay' },
  async calls() {
    const { readEndOfDay } = await import('#contract/calls/end-of-day.ts');
    return { reads: [readEndOfDay] };
  },
};
