/** The ids that answers gave, for the requests that follow. */
export class Ids {
  private readonly known = new Map<string, string>();

  note(answer: string): void {
    for (const [, name = '', id = ''] of answer.matchAll(/"(cartId|txCommandId|purchaseId)":(\d+)/g))
      this.known.set(name, id);
  }

  /** A text with the ids in the place of `{{cartId}}` and so on. */
  filled(text: string): string {
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => this.known.get(name) ?? '0');
  }
}
