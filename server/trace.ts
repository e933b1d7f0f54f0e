import { randomBytes } from 'node:crypto';

/** A `traceparent` of W3C Trace Context: ids of zeros are none, and a later version may have more at its end. */
const TRACEPARENT =
  /^(?:00(?=.{53}$)|(?!00|ff)[\da-f]{2})-(?!0{32})([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/;

/** The trace id of a `traceparent` header, written as the UUID that our own ids are; undefined for a wrong header. */
export function readTrace(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? TRACEPARENT.exec(header)?.slice(1).join('-') : undefined;
}

/** The `traceparent` by which a trace is handed on, as a new step of it. */
export function traceparentOf(trace: string): string {
  return `00-${trace.replaceAll('-', '')}-${randomBytes(8).toString('hex')}-01`;
}
