/** No declaration allows the call or the screen `resource.verb`. */
export class NotSupportedError extends Error {
  constructor(callName: string) {
    super(`not supported: ${callName}`);
    this.name = 'NotSupportedError';
  }
}
