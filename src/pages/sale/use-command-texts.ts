import { useTranslate } from '@refinedev/core';
import type { CommandTexts } from '#src/components/command/command-dialogs.tsx';

/** The texts of a sale's two commands: opening the cart and the purchase (§2). */
export function useCommandTexts(command: 'cart' | 'purchase'): CommandTexts {
  const translate = useTranslate();
  return {
    pin: { title: translate(`sale:pin.title.${command}`), hint: translate('sale:pin.hint') },
    confirmation: {
      title: translate(`sale:confirmation.title.${command}`),
      text: translate(`sale:confirmation.text.${command}`),
    },
    unknown: translate(`sale:unknown.${command}`),
    notDone: translate('sale:notBought'),
    verifying: translate('sale:verifying'),
  };
}
