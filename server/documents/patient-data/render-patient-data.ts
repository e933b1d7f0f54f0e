import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import type { PatientData } from '#server/domain/access-log/read-patient-data.ts';
import type { LoggedAccess } from '#server/domain/access-log/search-access-log.ts';
import { actionText, kindText, organisationText, userText } from '../access-log/access-texts.ts';

function instant(at: Date | null): string | null {
  return at && toOffsetTimestamp(at);
}

function lineOf(line: PatientData['carts'][number]['lines'][number]) {
  return {
    prodotto: line.product_name,
    ean: line.ean1,
    quantita: line.quantity,
    prezzoUnitario: line.unit_price,
    totale: line.total,
  };
}

function storedOf(data: PatientData) {
  const { madeAt, requester, registry, dossiers, formerAmounts, vouchers, paperSheets, purchases, carts, pinAttempts } =
    data;
  return {
    documento: { generatoIl: instant(madeAt), generatoDa: requester.name, ente: requester.organisation },
    assistito: {
      codiceFiscale: registry.fiscal_code,
      nome: registry.first_name,
      cognome: registry.last_name,
      sesso: registry.gender,
      dataDiNascita: registry.birth_date,
      confermaAcquisti: registry.otp_mode,
      pinRilasciato: registry.has_pin === true,
      pinRilasciatoIl: instant(registry.pin_issued_at),
      stato: registry.status,
    },
    pratiche: dossiers.map((dossier) => ({
      numero: dossier.dossier_id,
      tipo: dossier.type,
      stato: dossier.status,
      aziendaSanitaria: dossier.asl_name,
      importoMensile: dossier.monthly_amount,
      buoniElettroniciDal: dossier.switch_month?.slice(0, 7) ?? null,
    })),
    importiPrecedenti: formerAmounts.map((former) => ({
      pratica: former.dossier_id,
      primaDi: former.before_month.slice(0, 7),
      importoMensile: former.monthly_amount,
    })),
    buoni: vouchers.map((voucher) => ({
      codice: voucher.code,
      pratica: voucher.dossier_id,
      mese: voucher.month.slice(0, 7),
      stato: voucher.status,
      validoDal: instant(voucher.enabled_at),
      validoFinoAl: instant(voucher.disabled_at),
      importoIniziale: voucher.initial_amount,
      importoResiduo: voucher.residual,
    })),
    buoniCartacei: paperSheets.map((sheet) => ({
      numero: sheet.number,
      importo: sheet.amount,
      convertitoIl: instant(sheet.swapped_at),
      buono: sheet.voucher_code,
    })),
    acquisti: purchases.map((purchase) => ({
      numero: purchase.purchase_id,
      dataEOra: instant(purchase.created_at),
      pratica: purchase.dossier_id,
      buono: purchase.voucher_code,
      business: purchase.company_name,
      puntoVendita: purchase.store_name,
      entePagatore: purchase.asl_name,
      importo: purchase.items_amount,
      residuoDopoAcquisto: purchase.residual_after,
      stornatoIl: instant(purchase.cancelled_at),
      ordineAmc: purchase.amc_order_id,
      ordineAmcDel: instant(purchase.ordered_at),
      righe: purchase.lines.map(lineOf),
    })),
    carrelliNonAcquistati: carts.map((cart) => ({
      dataEOra: instant(cart.created_at),
      buono: cart.voucher_code,
      business: cart.company_name,
      puntoVendita: cart.store_name,
      righe: cart.lines.map(lineOf),
    })),
    pinErrati: pinAttempts.map((attempts) => ({
      business: attempts.company_name,
      errori: attempts.failures,
      blocchi: attempts.locks,
      bloccatoFinoAl: instant(attempts.locked_until),
    })),
  };
}

function accessOf(entry: LoggedAccess) {
  return {
    dataEOra: instant(entry.at),
    tipo: kindText(entry),
    operazione: actionText(entry),
    chi: userText(entry),
    ente: organisationText(entry),
    puntoVendita: entry.storeName,
  };
}

/** All stored data of a patient as one JSON document in Italian, for the patient (rules §9). */
export async function* renderPatientData(data: PatientData): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from(`${JSON.stringify(storedOf(data), null, 2).slice(0, -2)},\n  "accessi": [`);
  let separator = '\n    ';
  for await (const batch of data.entries) {
    const written = batch.map((entry) => JSON.stringify(accessOf(entry)));
    if (written.length === 0) continue;
    yield Buffer.from(separator + written.join(',\n    '));
    separator = ',\n    ';
  }
  yield Buffer.from('\n  ]\n}\n');
}
