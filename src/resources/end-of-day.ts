import type { ResourceDeclaration } from '#src/providers/data/declaration.ts';
import { paths } from '#src/providers/paths.ts';

/** The sales and cancellations of a store on a day, if the server offers them (rules §1). */
export const endOfDay: ResourceDeclaration = {
  name: 'end-of-day',
  screens: { list: paths.endOfDay },
  menu: { label: 'common:page.endOfDay' },
  async calls() {
    const { readEndOfDay } = await import('#contract/calls/end-of-day.ts');
    return { otherCalls: [readEndOfDay] };
  },
};
