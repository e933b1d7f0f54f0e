import { TextEncoder } from 'node:util';

// jsdom brings a realm of its own; who signs tokens knows the bytes of Node's only.
const bytes = Object.getPrototypeOf(Buffer.prototype) as Uint8Array;
globalThis.Uint8Array = bytes.constructor as Uint8ArrayConstructor;
globalThis.TextEncoder = TextEncoder;
