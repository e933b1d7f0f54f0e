import { useTranslate } from '@refinedev/core';
import { type Control, type FieldValues, type UseFormSetValue, useWatch } from 'react-hook-form';
import { LazyPart } from '#src/components/lazy/lazy-part.tsx';
import { RetryLine } from '#src/components/retry/retry-line.tsx';
import { Skeleton } from '#src/components/skeleton/skeleton.tsx';
import { loadTexts } from '#src/providers/i18n/i18n.ts';
import styles from '../resource.module.css';

/** Two fields with these names are one place. */
export const PLACE = ['latitude', 'longitude'] as const;

interface PlaceFieldProps {
  readonly control: Control;
  readonly setValue: UseFormSetValue<FieldValues>;
}

async function loadPicker() {
  const [{ PlacePicker }] = await Promise.all([import('./place-picker.tsx'), loadTexts(['store-locator'])]);
  return PlacePicker;
}

/** A map beside the two fields of a place. The fields can be typed too. */
export function PlaceField({ control, setValue }: PlaceFieldProps) {
  const translate = useTranslate();
  const [latitude, longitude] = useWatch({ control, name: [...PLACE] }) as readonly unknown[];
  return (
    <div className={styles.place}>
      <p>{translate('resource:place.hint')}</p>
      <LazyPart
        load={loadPicker}
        props={{
          latitude,
          longitude,
          onPick: (place) => {
            for (const name of PLACE) setValue(name, place[name], { shouldDirty: true, shouldValidate: true });
          },
        }}
        waiting={<Skeleton rows={4} />}
        failed={(retry) => <RetryLine onRetry={retry} />}
      />
    </div>
  );
}
