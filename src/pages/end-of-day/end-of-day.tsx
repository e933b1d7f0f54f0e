import { useGo, useParsed, useTranslate } from '@refinedev/core';
import { Select } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import * as z from 'zod/mini';
import { today } from '#contract/rules/clock.ts';
import { DateField } from '#src/components/fields/date-field.tsx';
import { FormField } from '#src/components/fields/form-field.tsx';
import { RetryLine } from '#src/components/retry/retry-line.tsx';
import { useStoreOptions } from '#src/hooks/use-store-options.ts';
import { isDay } from '#src/providers/data/filter-values.ts';
import { dayParam, idParam } from '#src/providers/data/url-params.ts';
import { selectedStoreId } from '#src/providers/session/selected-store.ts';
import { DayFigures } from './day-figures.tsx';
import styles from './end-of-day.module.css';

const urlParams = z.object({ storeId: idParam, day: dayParam });

/** Store and day, both in the URL. Default: today, and the store chosen last. */
export function EndOfDay() {
  const translate = useTranslate();
  const go = useGo();
  const { params } = useParsed<object>();
  const given = z.parse(urlParams, params ?? {});
  const [day, setDay] = useState(() => given.day ?? today());
  const [chosenId, setChosenId] = useState(() => given.storeId ?? selectedStoreId()?.toString());
  const { options, query } = useStoreOptions();
  const only = options.length === 1 ? options[0]?.value : undefined;
  const storeId = chosenId ?? only;
  const shownDay = isDay(day) ? day : undefined;

  const writeUrl = useEffectEvent(() => {
    go({ type: 'replace', query: { storeId, day: shownDay } });
  });
  useEffect(() => {
    writeUrl();
  }, [storeId, day]);

  return (
    <div className={styles.screen}>
      <h1>{translate('end-of-day:title')}</h1>
      <form
        className={styles.form}
        aria-label={translate('end-of-day:title')}
        onSubmit={(event) => event.preventDefault()}
      >
        <FormField label={translate('end-of-day:store')}>
          {(input) => (
            <>
              <Select<string>
                {...input}
                virtual={false}
                loading={query.isLoading}
                placeholder={translate('end-of-day:chooseStore')}
                value={storeId ?? null}
                options={options}
                onChange={setChosenId}
              />
              {query.isError && <RetryLine onRetry={() => void query.refetch()} />}
            </>
          )}
        </FormField>
        <DateField
          label={translate('end-of-day:day')}
          value={day}
          error={shownDay === undefined ? translate('end-of-day:invalidDay') : undefined}
          onChange={setDay}
        />
      </form>
      {/* Always mounted: screen readers do not announce a live region that appears together with its text. */}
      <div className={styles.figures} role="status">
        {storeId !== undefined && shownDay !== undefined && <DayFigures storeId={storeId} day={shownDay} />}
      </div>
    </div>
  );
}
