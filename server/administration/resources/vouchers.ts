import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { adminVouchers } from '#contract/admin/vouchers.ts';
import { dayOfRequest, monthOf } from '#contract/rules/dates.ts';
import { readDashedCode } from '#contract/rules/typed-text.ts';
import { hasPowerOverOwner } from '#server/patients/power.ts';
import { isPaidBy } from '#server/patients/vouchers.ts';
import { codeStartsWith, mapResource, isEqual, isRow } from '../admin-resource.ts';
import { lockOfPatient } from './dossiers.ts';

/** The vouchers whose dossier meets a condition. */
function isOfDossier(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql`voucher.dossier_id in (select dossier_id from dossier join patient using (patient_id) where ${condition})`;
}

function ofDossier(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select ${value} from dossier join patient using (patient_id) join asl using (asl_id)
    where dossier.dossier_id = voucher.dossier_id)`;
}

export const vouchers = mapResource(
  adminVouchers,
  {
    code: codeStartsWith('code', readDashedCode),
    fiscalCode: (code) => isOfDossier(codeStartsWith('fiscal_code')(code)),
    aslId: (aslId, _, viewer) =>
      viewer === null ? isOfDossier(isRow('asl_id')(aslId)) : sql<SqlBool>`${aslId}::bigint = ${viewer}::bigint`,
    month: (day) => isEqual('month')(monthOf(dayOfRequest(day)).first),
  },
  {
    shown: {
      patientId: ofDossier(sql`patient_id`),
      patientName: ofDossier(sql`last_name || ' ' || first_name`),
      fiscalCode: ofDossier(sql`fiscal_code`),
      // Who pays the dossier now is nothing for a former authority.
      aslId: (_, viewer) => (viewer === null ? ofDossier(sql`asl_id`) : sql`${viewer}::bigint`),
      aslName: (_, viewer) =>
        viewer === null ? ofDossier(sql`asl.name`) : sql`(select name from asl where asl_id = ${viewer}::bigint)`,
      type: ofDossier(sql`type`),
    },
    scope: isPaidBy,
    power: (aslId) =>
      sql`exists (select from dossier where dossier.dossier_id = voucher.dossier_id and dossier.asl_id = ${aslId}
        and ${hasPowerOverOwner(aslId)})`,
    lockedFirst: (id) =>
      lockOfPatient(sql`(select patient_id from voucher join dossier using (dossier_id) where voucher_id = ${id})`),
    columns: { residualAmount: 'residual' },
  },
);
