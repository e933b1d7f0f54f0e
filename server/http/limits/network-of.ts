import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** A provider assigns the first 64 bits of an IPv6 address. The client may choose other last bits for each request. */
const GROUPS_OF_NETWORK = 4;

/** The key of a client without a session: its IPv4 address, or the /64 network of its IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const groupsOf = (part: string | undefined) => (part ? part.split(':') : []);
  const [before, after] = address.split('::');
  const [first, last] = [groupsOf(before), groupsOf(after)];
  const zeros = Array<string>(Math.max(0, GROUPS - first.length - last.length)).fill('0');
  const network = [...first, ...zeros, ...last].slice(0, GROUPS_OF_NETWORK);
  return `${network.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}
