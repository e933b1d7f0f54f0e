/** The ids of answers, for later requests. */
export class Ids {
  private readonly known = new Map<string, string>();

  note(answer: string): void {
    for (const [, name = '', id = ''] of answer.matchAll(/"(cartId|txCommandId|purchaseId)":(\d+)/g))
      this.known.set(name, id);
  }

  /** Replaces `{{cartId}}` and so on in a text by the ids. */
  filled(text: string): string {
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => this.known.get(name) ?? '0');
  }
}
