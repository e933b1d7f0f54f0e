/** What is sent instead of the body that the server meant. */
export const CORRUPTIONS = ['HTML', 'nothing', 'no data', 'a number for every field', 'half of it'] as const;
export type Corruption = (typeof CORRUPTIONS)[number];

/** The moment of a fault, seen from the server: the request never reaches it, or it has done its work. */
export type Moment = 'before' | 'after';

/** What happens to one request and its answer on their way. Times in ms. */
export type Fault =
  | { readonly kind: 'none' }
  /** Request and answer arrive, but not at once. */
  | { readonly kind: 'delayed'; readonly ms: number }
  /** The connection is cut. */
  | { readonly kind: 'dropped'; readonly when: Moment }
  /** The connection is cut, and only later does the request reach the server. */
  | { readonly kind: 'late'; readonly ms: number }
  /** The connection stays open and nothing comes: the portal's patience decides. */
  | { readonly kind: 'silent'; readonly when: Moment }
  /** The request reaches the server twice at once; the portal gets the answer that was ready first, or last. */
  | { readonly kind: 'doubled'; readonly answer: 'first' | 'last' }
  /** The head of the answer and half of its body, then the connection is cut. */
  | { readonly kind: 'truncated' }
  /** A success whose body cannot be read by the contract. */
  | { readonly kind: 'corrupted'; readonly body: Corruption }
  /** A page in HTML from something between portal and server. */
  | { readonly kind: 'gateway'; readonly status: 500 | 502 | 503 | 504; readonly when: Moment }
  /** The token is too old, says the answer; the server is not asked. */
  | { readonly kind: 'refused' }
  /** The request, or its answer, stays on its way until the test lets it go on. No scenario brings it. */
  | { readonly kind: 'held'; readonly when: Moment; readonly until: Promise<void> }
  /** A lie that can be read: no scenario brings it, and nobody but the check against the database can notice it. */
  | { readonly kind: 'forged'; readonly when: Moment; readonly status: number; readonly body: object };

export const NO_FAULT: Fault = { kind: 'none' };

/** What a scenario may bring. */
export type ScenarioFault = Exclude<Fault, { readonly kind: 'forged' | 'held' }>;

/** A fault that holds every request, or its answer, until it is let go. */
export function holding(when: Moment): { readonly fault: Fault; readonly letGo: () => void } {
  let letGo: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { fault: { kind: 'held', when, until }, letGo: () => letGo() };
}

/** The fault in a few words, for a schedule that is read by people. */
export function describeFault(fault: Fault): string {
  switch (fault.kind) {
    case 'none':
      return 'passes';
    case 'delayed':
      return `delayed by ${fault.ms} ms`;
    case 'dropped':
      return `dropped ${fault.when} the server worked`;
    case 'late':
      return `dropped, and sent on ${fault.ms} ms later`;
    case 'silent':
      return `left without answer ${fault.when} the server worked`;
    case 'doubled':
      return `sent twice, answered by what was ready ${fault.answer}`;
    case 'truncated':
      return 'answered with half a body';
    case 'corrupted':
      return `answered with ${fault.body} instead of the body`;
    case 'gateway':
      return `answered ${fault.status} in HTML ${fault.when} the server worked`;
    case 'refused':
      return 'answered 403';
    case 'held':
      return `held ${fault.when} the server worked`;
    case 'forged':
      return `answered ${fault.status} by a liar ${fault.when} the server worked`;
  }
}
