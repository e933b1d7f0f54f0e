import { TextEncoder } from 'node:util';

// jsdom has its own Uint8Array, and the code that signs tokens only accepts Node's.
const bytes = Object.getPrototypeOf(Buffer.prototype) as Uint8Array;
globalThis.Uint8Array = bytes.constructor as Uint8ArrayConstructor;
globalThis.TextEncoder = TextEncoder;
