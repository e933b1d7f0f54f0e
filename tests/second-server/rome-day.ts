const rome = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short' });

/** The day in Rome, `YYYY-MM-DD`, of a moment in ISO 8601 (rules §1). */
export function romeDay(moment: string): string {
  return rome.format(new Date(moment));
}

/** Whether a moment is within a period, both ends included. */
export function isWithin(moment: string, query: URLSearchParams): boolean {
  const day = romeDay(moment);
  return (query.get('dateStart') ?? '') <= day && day <= (query.get('dateEnd') ?? '');
}
