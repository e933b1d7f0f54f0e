/** What replaces the server's body. */
export const CORRUPTIONS = ['HTML', 'nothing', 'no data', 'a number for every field', 'half of it'] as const;
export type Corruption = (typeof CORRUPTIONS)[number];

/** When a fault happens: before the request reaches the server, or after the server has done its work. */
export type Moment = 'before' | 'after';

/** What happens to a request or its response. Times in ms. */
export type Fault =
  | { readonly kind: 'none' }
  /** Request and response arrive late. */
  | { readonly kind: 'delayed'; readonly ms: number }
  /** The connection is cut. */
  | { readonly kind: 'dropped'; readonly when: Moment }
  /** The connection is cut, and the request reaches the server later. */
  | { readonly kind: 'late'; readonly ms: number }
  /** The connection stays open without data until the portal's time limit. */
  | { readonly kind: 'silent'; readonly when: Moment }
  /** The request reaches the server twice at once. The portal receives the first or the last response. */
  | { readonly kind: 'doubled'; readonly answer: 'first' | 'last' }
  /** The headers and half of the body arrive, then the connection is cut. */
  | { readonly kind: 'truncated' }
  /** A success whose body violates the contract. */
  | { readonly kind: 'corrupted'; readonly body: Corruption }
  /** An HTML page of a gateway between portal and server. */
  | { readonly kind: 'gateway'; readonly status: 500 | 502 | 503 | 504; readonly when: Moment }
  /** The response says that the token has expired. The server does not receive the request. */
  | { readonly kind: 'refused' }
  /** The request or its response waits until the test releases it. No schedule contains it. */
  | { readonly kind: 'held'; readonly when: Moment; readonly until: Promise<void> }
  /** A valid but false response, which only the comparison with the database can detect. No schedule contains it. */
  | { readonly kind: 'forged'; readonly when: Moment; readonly status: number; readonly body: object };

export const NO_FAULT: Fault = { kind: 'none' };

/** The faults that a schedule may contain. */
export type ScenarioFault = Exclude<Fault, { readonly kind: 'forged' | 'held' }>;

/** A fault that holds every request, or its response, until it is released. */
export function holding(when: Moment): { readonly fault: Fault; readonly letGo: () => void } {
  let letGo: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { fault: { kind: 'held', when, until }, letGo: () => letGo() };
}

/** A short description of the fault for the printed schedule. */
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
