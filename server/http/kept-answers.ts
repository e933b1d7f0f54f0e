import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Call } from '#contract/call.ts';
import { type ErrorDescription, ERRORS } from '#contract/errors.ts';
import { writeConsultation } from '#server/access-log/consultations.ts';
import { PREPARED } from '#server/database/pool.ts';
import { DomainError } from '#server/domain-error.ts';
import type { Database, Principal, Services, Till } from '#server/services.ts';
import { hashSecret } from '#server/sign-on/tokens.ts';
import { envelopeOf } from './errors.ts';

/** The name of the header by which a till names one of its commands. */
const HEADER = 'idempotency-key';
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The key of a command of a till. */
interface CommandKey {
  readonly key: string;
  readonly till: Till;
  readonly principal: Principal;
}

/**
 * The key that a till gave a command; undefined for none. People's calls have no such keys.
 * @throws DomainError INVALID_REQUEST for a key that is no text of 1 to 255 visible characters
 */
export function keyOf(call: Call, principal: Principal | null, { headers }: FastifyRequest): CommandKey | undefined {
  const key = headers[HEADER];
  if (principal?.till === undefined || key === undefined || call.method === 'GET') return undefined;
  if (typeof key !== 'string' || !KEY.test(key)) throw new DomainError('INVALID_REQUEST', { field: HEADER });
  return { key, till: principal.till, principal };
}

/** An answer with its envelope. */
interface Kept {
  readonly status: number;
  readonly body: unknown;
}

/** An answer, and the patient of whom it tells. */
interface Told extends Kept {
  readonly patientId: number | undefined;
}

/** Keeps a successful response, and the patient of whom it tells, in the transaction of its command. */
export type Keep = (trx: Database, patientId: number, body: unknown) => Promise<void>;

/** The content of a request, and the trace of its answer. */
interface Asked {
  readonly parsed: unknown;
  readonly trace: string;
}

/**
 * In ms. Who makes an answer for longer has probably died, and the next repetition makes it. If not, the slower one finds
 * the key taken before it commits, and does nothing.
 */
const RUN_MS = 30_000;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const ID_DIGITS = 16;

function secretIdOf(secret: string): string {
  return createHmac('sha256', secret).update('id of a secret').digest('hex').slice(0, ID_DIGITS);
}

/**
 * What is stored of a command under one secret. The content has ids, which a hash without a secret would tell; PINs and
 * codes are no part of it (`Secret`), or a repetition would tell whether one is right. The answer may be a patient's, so that
 * it is encrypted, also with the key, which is not stored.
 */
class Seal {
  /** Tells which secret it is, and nothing of it. */
  readonly secretId: string;
  readonly contentHash: string;
  readonly #secret: Buffer;

  constructor(secret: string, { key, till, principal }: CommandKey, parsed: unknown) {
    const derive = (purpose: string) =>
      createHmac('sha256', secret).update(`${purpose} ${till.tillId} ${key}`).digest();
    this.#secret = derive('answer');
    this.secretId = secretIdOf(secret);
    this.contentHash = createHmac('sha256', derive('content'))
      .update(JSON.stringify([principal.call, parsed]))
      .digest('hex');
  }

  close(body: unknown): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#secret, nonce);
    const sealed = Buffer.concat([cipher.update(JSON.stringify(body), 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  open(stored: string): unknown {
    const bytes = Buffer.from(stored, 'base64');
    const decipher = createDecipheriv(CIPHER, this.#secret, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const opened = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(opened.toString('utf8'));
  }
}

/** A run of a command, which alone may write its answer. */
interface Run {
  readonly runId: string;
  readonly tillId: number;
  readonly keyHash: string;
  readonly seal: Seal;
}

/** Writes an answer, unless another run has taken over. */
async function keep(
  db: Database,
  { runId, tillId, keyHash, seal }: Run,
  { status, body, patientId }: Told,
): Promise<void> {
  const written = await db
    .updateTable('kept_answer')
    .set({ status, answer: seal.close(body), patient_id: patientId ?? null })
    .where('till_id', '=', tillId)
    .where('key_hash', '=', keyHash)
    .where('run_id', '=', runId)
    .where('status', 'is', null)
    .returning('run_id')
    .executeTakeFirst();
  if (written === undefined) throw new DomainError('COMMAND_UNDERWAY', { retryAfter: 1 });
}

/** Gives up a run that has no answer, so that a repetition does the command. An unconfirmed commit may have one. */
async function release({ db }: Services, { runId, tillId, keyHash }: Run): Promise<void> {
  await db
    .deleteFrom('kept_answer')
    .where('till_id', '=', tillId)
    .where('key_hash', '=', keyHash)
    .where('run_id', '=', runId)
    .where('status', 'is', null)
    .execute();
}

/** The refusals of a PIN or code: each one that is sent is a try of its own, which is counted. */
const OF_A_CODE: readonly ErrorDescription[] = ['TRANSACTION_WRONG_OTP', 'TRANSACTION_LOCKED'];

/** Whether a refusal is an answer to the command, and not to its moment, its token, its code or the load. */
function isLasting(error: unknown): error is DomainError {
  if (!(error instanceof DomainError) || OF_A_CODE.includes(error.description)) return false;
  return [400, 404, 409, 412].includes(ERRORS[error.description].status);
}

/** The most answers of a till, for the disk: several times those of a busy day. */
export const MAX_KEPT = 5000;

/** Rows per statement, so that each transaction is short. */
const BATCH = 1000;

/** Deletes the answers of a till beyond the newest ones. */
async function dropOldest({ db }: Services, { tillId }: Till): Promise<void> {
  await sql`delete from kept_answer where (till_id, key_hash) in (
    select till_id, key_hash from kept_answer where till_id = ${tillId} and began_at <= (
      select began_at from kept_answer where till_id = ${tillId} order by began_at desc offset ${MAX_KEPT} limit 1
    ) order by began_at limit ${BATCH} for update skip locked) ${PREPARED}`.execute(db);
}

/** Takes a key that is free, or whose run has died; else what is kept under it. */
async function begin({ db, clock }: Services, run: Run, seals: readonly Seal[]): Promise<Told | undefined> {
  const { runId, tillId, keyHash, seal } = run;
  const hashes = seals.map(({ contentHash }) => contentHash);
  const taken = await db
    .insertInto('kept_answer')
    .values({
      till_id: tillId,
      key_hash: keyHash,
      content_hash: seal.contentHash,
      secret_id: seal.secretId,
      run_id: runId,
      began_at: clock(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['till_id', 'key_hash'])
        .doUpdateSet({ run_id: runId, content_hash: seal.contentHash, secret_id: seal.secretId, began_at: clock() })
        .where('kept_answer.status', 'is', null)
        .where('kept_answer.content_hash', 'in', hashes)
        .where('kept_answer.began_at', '<=', sql<Date>`${clock()} - ${RUN_MS} * interval '1 millisecond'`),
    )
    .returning('run_id')
    .executeTakeFirst();
  if (taken !== undefined) return undefined;
  const stored = await db
    .selectFrom('kept_answer')
    .where('till_id', '=', tillId)
    .where('key_hash', '=', keyHash)
    .select(['content_hash', 'secret_id', 'status', 'answer', 'patient_id'])
    .executeTakeFirst();
  const own = seals.find(({ contentHash }) => contentHash === stored?.content_hash);
  if (stored?.secret_id != null && !seals.some(({ secretId }) => secretId === stored.secret_id))
    throw new Error('an answer to a till is kept under a secret that TOKEN_SECRET_FORMER lacks');
  if (stored !== undefined && own === undefined) throw new DomainError('KEY_ALREADY_USED');
  if (own === undefined || stored?.status == null || stored.answer === null)
    throw new DomainError('COMMAND_UNDERWAY', { retryAfter: 1 });
  return { status: stored.status, body: own.open(stored.answer), patientId: stored.patient_id ?? undefined };
}

/**
 * Does a command once for its key. A repetition with the same content, whatever its PIN or code, gets the same answer, a
 * refusal too, and is a consultation of the patient of whom that tells. One that waits, has no token, was refused for its
 * PIN or code, or meets a fault is done anew.
 * @param work does the command and keeps its response before its transaction commits
 * @throws DomainError COMMAND_UNDERWAY while the first is running, KEY_ALREADY_USED for other content, and what the work
 * throws
 */
export async function answerOnce(
  services: Services,
  key: CommandKey,
  { parsed, trace }: Asked,
  work: (keep: Keep) => Promise<unknown>,
): Promise<Kept> {
  const { secret, formerSecrets } = services.tokens;
  const seal = new Seal(secret, key, parsed);
  const seals = [seal, ...formerSecrets.map((former) => new Seal(former, key, parsed))];
  const { till, principal } = key;
  const run = { runId: randomUUID(), tillId: till.tillId, keyHash: hashSecret(key.key), seal };
  const kept = await begin(services, run, seals);
  if (kept !== undefined) {
    const { patientId, ...answer } = kept;
    const at = { at: services.now(), storeId: till.storeId };
    if (patientId !== undefined) await writeConsultation(services.db, principal, [patientId], at);
    return answer;
  }
  try {
    await dropOldest(services, till);
    const body = await work((trx, patientId, done) => keep(trx, run, { status: 200, body: done, patientId }));
    return { status: 200, body };
  } catch (error) {
    if (isLasting(error)) {
      const { status } = ERRORS[error.description];
      await keep(services.db, run, { status, body: envelopeOf(error, trace), patientId: error.patientId });
    } else await release(services, run);
    throw error;
  }
}

/**
 * Deletes the kept answers whose time is over, and used assertions of tills that have expired.
 * @param stop ends it after the present batch
 */
export async function deleteKeptAnswers({ db, now, clock, rules }: Services, stop: AbortSignal): Promise<void> {
  const isOld = sql`began_at < ${clock()} - ${rules.keptAnswerHours} * interval '1 hour'`;
  let deleted = BATCH;
  while (deleted === BATCH && !stop.aborted) {
    const { numAffectedRows } = await sql`delete from kept_answer where (till_id, key_hash) in (
      select till_id, key_hash from kept_answer where ${isOld} limit ${BATCH}) and ${isOld}`.execute(db);
    deleted = Number(numAffectedRows ?? 0);
  }
  await db.deleteFrom('used_assertion').where('expires_at', '<', now()).execute();
}
