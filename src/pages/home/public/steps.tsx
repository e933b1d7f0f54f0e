import { useTranslate } from '@refinedev/core';

interface StepsProps {
  /** What the steps are of; the key of their texts. */
  readonly of: 'entrance' | 'sale';
  readonly steps: readonly string[];
}

/** Numbered steps, each with a word on it. */
export function Steps({ of, steps }: StepsProps) {
  const translate = useTranslate();
  return (
    <ol className="process">
      {steps.map((step) => (
        <li key={step} className="process__step">
          <h3>{translate(`home:${of}.${step}.title`)}</h3>
          <p>{translate(`home:${of}.${step}.text`)}</p>
        </li>
      ))}
    </ol>
  );
}
