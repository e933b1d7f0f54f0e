import { readFileSync } from 'node:fs';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { changeLanguage } from '#src/providers/i18n.ts';
import { renderPortal } from '../render-portal.tsx';

test('design §5 theme: light, dark or the system, kept in local storage', async () => {
  const colorsOfPage = readFileSync('index.html', 'utf8').match(/<meta name="theme-color"[^>]*>/g) ?? [];
  document.head.insertAdjacentHTML('beforeend', colorsOfPage.join(''));
  onTestFinished(() => document.head.querySelectorAll('meta').forEach((meta) => meta.remove()));
  const colors = () => [...document.head.querySelectorAll('meta')].map(({ content, media }) => [content, media]);
  const { user } = renderPortal('/');
  const choice = await screen.findByRole('combobox', { name: 'Tema' });
  expect(choice).toHaveValue('system');
  await user.selectOptions(choice, 'Scuro');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(colors()).toEqual([
    ['#004080', 'not all'],
    ['#0a1826', ''],
  ]);
  expect(localStorage.getItem('theme')).toBe('dark');
  await user.selectOptions(choice, 'Chiaro');
  expect(document.documentElement.dataset.theme).toBe('light');
  expect(colors()).toEqual([
    ['#004080', ''],
    ['#0a1826', 'not all'],
  ]);
});

test('§9 language: Italian by default, English by choice, kept in local storage', async () => {
  const { user } = renderPortal('/support');
  await screen.findByRole('heading', { level: 1, name: 'Supporto' });
  expect(screen.getByRole('option', { name: 'English' })).toHaveAttribute('lang', 'en');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Lingua' }), 'en');
  expect(await screen.findByRole('heading', { level: 1, name: 'Support' })).toBeVisible();
  await waitFor(() => expect(document.documentElement.lang).toBe('en'));
  expect(localStorage.getItem('language')).toBe('en');
  expect(document.title).toBe('Support · Food Vouchers');
});

test('§9 language: what is typed, the place and the open dialog stay when it changes', async () => {
  const { user } = renderPortal('/support?x=1');
  await screen.findByRole('heading', { level: 1, name: 'Supporto' });
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Comando o pagina' });
  await user.type(field, 'privac');
  await act(() => changeLanguage('en'));
  expect(await screen.findByRole('dialog', { name: 'Search commands' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Command or page' })).toBe(field);
  expect(field).toHaveValue('privac');
  expect(field).toHaveFocus();
  expect(window.location.pathname + window.location.search).toBe('/support?x=1');
});
