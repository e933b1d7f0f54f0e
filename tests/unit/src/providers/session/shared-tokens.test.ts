// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { startSharingTokens, waitForSharedTokens } from '#src/providers/session/shared-tokens.ts';
import { readTokens, writeTokens } from '#src/providers/session/tokens.ts';

const otherTab = new BroadcastChannel('tokens');
const successor = { accessToken: 'access-2', refreshToken: 'refresh-2' };

startSharingTokens();
afterEach(() => sessionStorage.clear());

test('decisions §3 a tab that holds the predecessor takes over the pair that another has refreshed', async () => {
  writeTokens({ accessToken: 'access-1', refreshToken: 'refresh-1' });
  const news = waitForSharedTokens();
  otherTab.postMessage({ predecessor: 'refresh-1', tokens: successor });
  await news;
  expect(readTokens()).toEqual(successor);
});

test.each([
  ['of another session', { predecessor: 'refresh-9', tokens: successor }],
  ['without tokens', { predecessor: 'refresh-1', tokens: { accessToken: 'x' } }],
  ['that is no message of ours', 'hello'],
])('decisions §3 a message %s changes nothing', async (_, message) => {
  const own = { accessToken: 'access-1', refreshToken: 'refresh-1' };
  writeTokens(own);
  otherTab.postMessage(message);
  await waitForSharedTokens();
  expect(readTokens()).toEqual(own);
});
