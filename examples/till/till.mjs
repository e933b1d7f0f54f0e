// A till that sells against vouchers in a terminal, as a program of a supermarket would. Usage:
//   node examples/till/till.mjs CREDENTIALS.json [PRICES.json]
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

const [credentialsFile, pricesFile] = process.argv.slice(2);
const { tokenEndpoint, clientId, clientSecret, storeId } = JSON.parse(readFileSync(credentialsFile, 'utf8'));
const prices = pricesFile === undefined ? {} : JSON.parse(readFileSync(pricesFile, 'utf8'));

// ---- The line to the server

const ANSWER_MS = 15_000;
/** How long a call is repeated before a person is asked. */
const REPEAT_MS = 40_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/** No answer has come. What a command did is unknown, and the same key will tell it. */
class LineDownError extends Error {}

/** The server's refusal of a call. */
class Refusal extends Error {
  constructor(error) {
    super(error.description);
    this.error = error;
  }
}

let token;
let calls = 0;

async function getToken() {
  const response = await fetch(tokenEndpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const answer = await response.json();
  if (response.status >= 500 || response.status === 429) throw new TypeError(answer.error);
  if (!response.ok) throw new Refusal({ description: answer.error });
  return answer.access_token;
}

/** One attempt. Undefined: to be repeated, with the same key. */
async function attempt(method, path, body, key) {
  token ??= await getToken();
  calls += 1;
  const response = await fetch(new URL(path, tokenEndpoint), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const { data, error } = await response.json();
  if (response.ok) return data;
  if (error.description === 'NOT_AUTHENTICATED') {
    token = undefined;
    return undefined;
  }
  if (error.description === 'COMMAND_UNDERWAY' || response.status === 429 || response.status >= 500) return undefined;
  throw new Refusal(error);
}

/** Makes a call, and repeats it while no answer comes: a command with its key is done once, however often it is sent. */
async function call(method, path, body, key = randomUUID()) {
  const end = Date.now() + REPEAT_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      const data = await attempt(method, path, body, key);
      if (data !== undefined) return data;
    } catch (error) {
      if (error instanceof Refusal) throw error;
    }
    if (Date.now() + pause > end) throw new LineDownError();
    say('Nessuna risposta: ripeto la stessa operazione…');
    await wait(pause);
  }
}

// ---- The screen, the scanner and the pad of the PIN

let isHidden = false;
const screen = new Writable({
  write(chunk, _encoding, done) {
    if (!isHidden) process.stdout.write(chunk);
    done();
  },
});
const keyboard = createInterface({ input: process.stdin, output: screen, terminal: process.stdin.isTTY === true });
const typed = keyboard[Symbol.asyncIterator]();

function say(text = '') {
  process.stdout.write(`${text}\n`);
}

/** What is typed or scanned. @throws Error at the end of the input */
async function ask(label, hides = false) {
  process.stdout.write(`${label}: `);
  isHidden = hides;
  const { value, done } = await typed.next();
  isHidden = false;
  if (hides || !keyboard.terminal) say();
  if (done) throw new Error('fine');
  return value.trim();
}

async function confirm(question) {
  return /^s/i.test(await ask(`${question} (s/n)`));
}

// ---- Texts

const REFUSALS = {
  CART_EMPTY: 'Il carrello è vuoto',
  DOSSIER_NOT_APPROVED: 'La pratica non è attiva',
  PRODUCT_NOT_ALLOWED: 'Prodotto non ammesso per questa pratica',
  PRODUCT_NOT_FOUND: 'Prodotto non presente tra quelli ammessi',
  TRANSACTION_LOCKED: 'PIN bloccato',
  TRANSACTION_WRONG_OTP: 'PIN errato',
  VOUCHER_AMOUNT_NOT_SUFFICIENT: 'Il buono non basta',
  VOUCHER_NOT_ENABLED: 'Il buono non è valido',
};

function tell({ error }) {
  const { description, productCode, attemptsLeft, field } = error;
  const what = REFUSALS[description] ?? `Rifiutato: ${description}`;
  say([what, productCode, attemptsLeft && `tentativi rimasti: ${attemptsLeft}`, field].filter(Boolean).join(' – '));
}

const euro = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 2, maximumFractionDigits: 6 });
const COLUMNS = 40;

function row(left, right = '') {
  const room = COLUMNS - right.length - (right === '' ? 0 : 1);
  return `${left.slice(0, room).padEnd(room)}${right === '' ? '' : ` ${right}`}`;
}

function printReceipt({ cart, purchaseId }) {
  say('-'.repeat(COLUMNS));
  say(row(cart.store.name));
  say(row(`Acquisto n. ${purchaseId}`, clientId));
  say(row(`Buono ${cart.voucher.code}`));
  say('-'.repeat(COLUMNS));
  for (const { product, quantity, pricePerUnit, totalPrice } of cart.items) {
    say(row(product.name));
    say(row(`  ${quantity} x ${euro.format(pricePerUnit)}`, euro.format(totalPrice)));
  }
  say('-'.repeat(COLUMNS));
  say(row('TOTALE EURO', euro.format(cart.itemsAmount)));
  say(row('Residuo del buono', euro.format(cart.residualAmount)));
  say('-'.repeat(COLUMNS));
}

// ---- The sale

/** Sends a command with the PIN until it is right. A new try is a new command, so it has a new key. */
async function withPin(required, send) {
  let isAsked = required;
  for (;;) {
    const otp = isAsked ? await ask('PIN', true) : undefined;
    try {
      return { otp, data: await send(otp) };
    } catch (error) {
      if (!(error instanceof Refusal) || error.message !== 'TRANSACTION_WRONG_OTP') throw error;
      tell(error);
      // It may be needed only since the check.
      isAsked = true;
    }
  }
}

async function chooseVoucher(fiscalCode) {
  const query = new URLSearchParams({ fiscalCode, status: 'ENABLED', duplicateByDossier: 'true' });
  const { patients } = await call('GET', `/api/v1/patients/search?${query}`);
  const vouchers = patients.flatMap(({ patientId, categoryType, activeVouchers }) =>
    activeVouchers
      .filter(({ status }) => status === 'ENABLED')
      .map(({ voucherId, code }) => ({ patientId, voucherId, text: `${code} (${categoryType})` })),
  );
  if (vouchers.length <= 1) return vouchers[0];
  vouchers.forEach(({ text }, index) => say(`${index + 1}  ${text}`));
  return vouchers[Number(await ask('Buono')) - 1];
}

async function askPrice() {
  for (;;) {
    const price = Number((await ask('Prezzo')).replace(',', '.'));
    if (price > 0) return price;
    say('Prezzo non valido');
  }
}

/** Scans products: `EAN`, or `2*EAN`. An empty line ends. A price that the till does not know is asked. */
async function scan(lines) {
  for (;;) {
    const [, times = '1', code = ''] = /^(?:(\d+)\*)?(.*)$/.exec(await ask('Prodotto')) ?? [];
    if (code === '') return;
    const known = lines.find((line) => line.code === code);
    if (known) known.quantity += Number(times);
    else lines.push({ code, quantity: Number(times), pricePerUnit: prices[code] ?? (await askPrice()) });
  }
}

/** Gives the cart its lines, without those that are refused. */
async function fill(cartId) {
  let lines = [];
  for (;;) {
    await scan(lines);
    try {
      return await call('PUT', `/api/v1/extra/carts/${cartId}/lines`, { lines });
    } catch (error) {
      if (!(error instanceof Refusal) || error.error.productCode === undefined) throw error;
      tell(error);
      lines = lines.filter(({ code }) => code !== error.error.productCode);
    }
  }
}

/** Buys. If the line is down for long, what became of it is unknown: the same key will tell. */
async function buy(cartId, body) {
  const key = randomUUID();
  for (;;) {
    try {
      return await call('POST', `/api/v1/purchases/carts/${cartId}/execute`, body, key);
    } catch (error) {
      if (!(error instanceof LineDownError)) throw error;
      say(`ESITO SCONOSCIUTO: il carrello ${cartId} può essere stato acquistato o no. Non rifare la vendita.`);
      await ask('Premi Invio quando la linea è tornata');
    }
  }
}

async function sell() {
  const voucher = await chooseVoucher(await ask('Tessera sanitaria'));
  if (voucher === undefined) {
    say('Nessun buono valido');
    return;
  }
  const { patientId, voucherId } = voucher;
  const opening = await call('POST', '/api/v1/carts/check', { patientId, voucherId, storeId });
  const { txCommandId, otpRequired } = opening.txCommand;
  const opened = await withPin(otpRequired, (otp) => call('POST', '/api/v1/carts/execute', { txCommandId, otp }));
  const { cartId, residualAmount } = opened.data.cart;
  say(row('Disponibile', euro.format(residualAmount)));
  const { cart, txCommand } = await fill(cartId);
  say(row('Totale', euro.format(cart.itemsAmount)));
  if (!(await confirm('Confermi l’acquisto?'))) {
    say('Nessun acquisto');
    return;
  }
  const { purchase } = await buy(cartId, { txCommandId: txCommand.txCommandId, otp: opened.otp });
  printReceipt({ cart, purchaseId: purchase.purchaseId });
}

/** Sells until the input ends. */
for (;;) {
  calls = 0;
  try {
    await sell();
  } catch (error) {
    if (error.message === 'fine') break;
    if (error instanceof Refusal) tell(error);
    else if (error instanceof LineDownError) say('La linea è caduta. Nessun acquisto è stato fatto: ricomincia.');
    else throw error;
  }
  say(`Chiamate: ${calls}`);
}
keyboard.close();
