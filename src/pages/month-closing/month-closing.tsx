import { useGo, useInvalidate, useParsed, useTranslate } from '@refinedev/core';
import * as z from 'zod/mini';
import { today } from '#contract/rules/clock.ts';
import { firstOfMonth } from '#contract/rules/dates.ts';
import type { Id } from '#contract/wire.ts';
import { currentQuery } from '#src/providers/current-query.ts';
import { idParam, monthParam } from '#src/providers/data/url-params.ts';
import { ClosedMonths } from './closed-months.tsx';
import { Mismatches } from './mismatches.tsx';
import styles from './month-closing.module.css';
import { MonthForm } from './month-form.tsx';
import { MonthOfAsl } from './month-of-asl.tsx';

const urlParams = z.object({ aslId: idParam, month: monthParam });

function lastMonth(): string {
  return firstOfMonth(today(), -1);
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
  const { params } = useParsed<object>();
  const { aslId: chosenAslId, month = lastMonth() } = z.parse(urlParams, params ?? {});
  const aslId = ownAslId === undefined ? chosenAslId : String(ownAslId);

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
