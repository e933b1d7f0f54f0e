import { refreshTokens as refreshCall } from '#contract/calls/authentication.ts';
import { checkConnection } from '../connection/connection.ts';
import { isOutdated, noteNewestPair } from '../session/newest-pair.ts';
import { askForNewerPair, shareTokens, whileRefreshing } from '../session/shared-tokens.ts';
import { readTokens, renewTokens } from '../session/tokens.ts';
import { inTurn } from './in-turn.ts';
import { readAnswer } from './read-answer.ts';
import { type Exchange, createTokenRefresher } from './token-refresher.ts';
import { timeLimits } from './time-limits.ts';
import { type RawAnswer, send } from './transport.ts';

const OK = 200;

async function answerTo(refreshToken: string): Promise<RawAnswer | null> {
  const body = { grant_type: 'refresh_token', refresh_token: refreshToken };
  try {
    return await send(refreshCall, { body }, null, { timeout: timeLimits.refresh });
  } catch {
    checkConnection();
    return null;
  }
}

/** Any status other than 200 is a refusal (§7); no answer, or one that cannot be read, is not (decisions §3). */
async function exchange(refreshToken: string): Promise<Exchange> {
  if (isOutdated()) return 'refused';
  const answer = await answerTo(refreshToken);
  if (!answer) return 'unreachable';
  const reading = readAnswer(refreshCall, answer);
  if (answer.status !== OK || reading.kind === 'failure') return 'refused';
  return reading.kind === 'success' ? { tokens: reading.data.auth } : 'unreachable';
}

/** Gets a pair newer than the access token that was refused: once for all who ask at the same time, in all tabs. */
export const refreshTokens = createTokenRefresher({
  held: readTokens,
  hold: (tokens) => {
    renewTokens(tokens);
    noteNewestPair();
  },
  exchange,
  inTurn: (task) => inTurn(() => whileRefreshing(task)),
  waitForShared: askForNewerPair,
  share: shareTokens,
});
