import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useShownStepCrumb, useStepCrumb } from '#src/components/layout/step-crumb.ts';
import { renderScreen } from '../harness.tsx';

function Step({ leave }: { readonly leave: () => void }) {
  useStepCrumb('Riepilogo', leave);
  return null;
}

function Screen() {
  const [isInStep, setInStep] = useState(true);
  const crumb = useShownStepCrumb();
  return (
    <>
      {isInStep && <Step leave={() => setInStep(false)} />}
      <button type="button" onClick={() => crumb?.leave()}>
        {crumb?.title ?? 'none'}
      </button>
    </>
  );
}

test('§2 breadcrumb: a step of a screen is there while it is on the screen, and can be left from there', async () => {
  const { user } = await renderScreen(<Screen />);
  const button = screen.getByRole('button');
  expect(button).toHaveTextContent('Riepilogo');
  await user.click(button);
  expect(button).toHaveTextContent('none');
});
