import { useGo, useInvalidate, useParsed, useTranslate } from '@refinedev/core';
import { firstOfMonth, romeDay } from '#contract/rules/dates.ts';
import type { Id } from '#contract/wire.ts';
import { currentQuery } from '#src/providers/current-query.ts';
import { ClosedMonths } from './closed-months.tsx';
import { Mismatches } from './mismatches.tsx';
import styles from './month-closing.module.css';
import { MonthForm } from './month-form.tsx';
import { MonthOfAsl } from './month-of-asl.tsx';

const IS_MONTH = /^\d{4}-(0[1-9]|1[0-2])-01$/;
const IS_ID = /^\d{1,15}$/;

function lastMonth(): string {
  return firstOfMonth(romeDay(new Date()), -1);
}

interface MonthClosingProps {
  /** The authority of a district office's operator. An operator of the region chooses one. */
  readonly ownAslId: Id | undefined;
}

/** The chosen month and authority are in the URL. */
export function MonthClosing({ ownAslId }: MonthClosingProps) {
  const translate = useTranslate();
  const go = useGo();
  const invalidate = useInvalidate();
  const { params = {} } = useParsed<{ aslId?: string; month?: string }>();
  const { month: given = '' } = params;
  const month = IS_MONTH.test(given) ? given : lastMonth();
  const asked = IS_ID.test(params.aslId ?? '') ? params.aslId : undefined;
  const aslId = ownAslId === undefined ? asked : String(ownAslId);

  function choose(chosen: { readonly aslId?: string | undefined; readonly month?: string }): void {
    const query = { ...(aslId !== undefined && { aslId }), month, ...currentQuery(), ...chosen };
    go({ type: 'replace', query });
  }

  return (
    <div className={styles.screen}>
      <h1>{translate('admin:menu.closings')}</h1>
      <p className={styles.lead}>{translate('month-closing:lead')}</p>
      <MonthForm choosesAsl={ownAslId === undefined} aslId={aslId} month={month} onChoose={choose} />
      {aslId === undefined ? (
        <p>{translate('month-closing:chooseAsl')}</p>
      ) : (
        <div key={`${aslId} ${month}`} className={styles.screen}>
          <MonthOfAsl
            aslId={aslId}
            month={month}
            onClosed={() => void invalidate({ resource: 'admin-closings', invalidates: ['list'] })}
          />
          <Mismatches aslId={aslId} month={month} />
        </div>
      )}
      <ClosedMonths aslId={aslId} />
    </div>
  );
}
