import { useTranslate } from '@refinedev/core';

interface StepsProps {
  /** The key of the texts. */
  readonly of: 'entrance' | 'sale';
  readonly steps: readonly string[];
}

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
