import { type Locator, type Page, expect } from '@playwright/test';
import { type Day, addDays, formatDay, monthOf, romeDay } from '#contract/rules/dates.ts';
import { choose } from './choice.ts';

/** A period of days, both ends included. */
export interface Period {
  readonly first: Day;
  readonly last: Day;
}

const now = romeDay(new Date());

export const today: Period = { first: now, last: now };
export const thisMonth: Period = monthOf(now);
/** The whole month this number of months before the current one. */
export function monthsBefore(count: number): Period {
  const months = Array.from({ length: count }).reduce<Period>(
    (period) => monthOf(addDays(period.first, -1)),
    thisMonth,
  );
  return { first: months.first, last: addDays(thisMonth.first, -1) };
}

export const lastMonth: Period = monthsBefore(1);

/** The field of a day. */
export function dateField(page: Page, name: 'Data inizio' | 'Data fine'): Locator {
  return page.getByRole('textbox', { name });
}

/** Types a period into the two fields. */
export async function typePeriod(page: Page, { first, last }: Period): Promise<void> {
  await dateField(page, 'Data inizio').fill(formatDay(first));
  await dateField(page, 'Data fine').fill(formatDay(last));
}

/** The field of the health authority or of the business. */
export function counterpartyField(page: Page): Locator {
  return page.getByRole('combobox', { name: /^(ASL|Esercente)/ });
}

/** The option that Enter chooses. There is none before the list is loaded. */
export function activeOption(page: Page): Locator {
  return page.locator('.ant-select-item-option-active');
}

/** Chooses a health authority or a business by its name. */
export async function chooseCounterparty(page: Page, name: string): Promise<void> {
  await choose(counterpartyField(page), name);
  await expect(page.getByRole('main')).toContainText(name);
}
