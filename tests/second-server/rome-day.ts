const rome = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short' });

/** The day of Rome, `YYYY-MM-DD`, on which a moment in ISO 8601 falls (rules §1). */
export function romeDay(moment: string): string {
  return rome.format(new Date(moment));
}

/** Whether a moment falls within a period whose both ends are included. */
export function isWithin(moment: string, query: URLSearchParams): boolean {
  const day = romeDay(moment);
  return (query.get('dateStart') ?? '') <= day && day <= (query.get('dateEnd') ?? '');
}
