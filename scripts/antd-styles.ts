import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { StyleProvider, createCache, extractStyle } from '@ant-design/cssinjs';
import { Alert, Button, Checkbox, ConfigProvider, Input, Select, Table, Tag, Tooltip } from 'antd';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { Plugin } from 'vite';
import { antdTheme, antdTokens } from '#src/components/theme/antd-theme.ts';
import type { Theme } from '#src/components/theme/appearance.ts';

/** What screens show first. The styles of other components are few, or come later. */
const FIRST_SHOWN = [
  createElement(Table, { pagination: false }),
  createElement(Alert),
  createElement(Button),
  createElement(Checkbox),
  createElement(Input),
  createElement(Select),
  createElement(Tag, { color: 'success' }),
  createElement(Tooltip, { title: 'a' }, createElement('span')),
];

const TOKENS = readFileSync(new URL('../src/components/theme/tokens.css', import.meta.url), 'utf8');

/** The CSS variables of a theme, as a browser with the usual text size reads them. */
function stylesOf(theme: Theme): Parameters<typeof antdTokens>[0] {
  const [light = '', dark = ''] = TOKENS.split(":root[data-theme='dark']");
  const declarations = (theme === 'dark' ? light + dark : light).matchAll(/(--[\w-]+):\s*([^;]+);/g);
  const values = new Map(Array.from(declarations, ([, name = '', value = '']) => [name, value] as const));
  return { fontSize: '16px', getPropertyValue: (name) => values.get(name) ?? '' };
}

/** The styles that antd would compute for this theme when it renders, with the list by which it finds them. */
function computeStyles(theme: Theme, motion: boolean): string {
  const cache = createCache();
  const config = antdTheme(theme, antdTokens(stylesOf(theme), motion));
  const screen = createElement(ConfigProvider, { theme: config, wave: { disabled: true } }, ...FIRST_SHOWN);
  renderToString(createElement(StyleProvider, { cache }, screen));
  return extractStyle(cache, { plain: true, types: 'style' });
}

/** What the styles depend on. */
const VARIANTS = [
  { name: 'light', theme: 'light', motion: true },
  { name: 'dark', theme: 'dark', motion: true },
  { name: 'light-still', theme: 'light', motion: false },
  { name: 'dark-still', theme: 'dark', motion: false },
] as const;

/**
 * Computes antd's styles, which takes a browser longer than to draw its first list. The portal loads one variant, and antd
 * computes what that lacks: what is shown later, and everything for another text size.
 */
export function antdStyles(): Plugin {
  let files: readonly { readonly name: string; readonly source: string; readonly fileName: string }[] = [];
  return {
    name: 'antd-styles',
    apply: 'build',
    config() {
      files = VARIANTS.map(({ name, theme, motion }) => {
        const source = computeStyles(theme, motion);
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
        return { name, source, fileName: `assets/antd-${name}-${hash}.css` };
      });
      const paths = Object.fromEntries(files.map(({ name, fileName }) => [name, `/${fileName}`]));
      return { define: { 'import.meta.env.VITE_ANTD_STYLES': JSON.stringify(paths) } };
    },
    generateBundle() {
      for (const { fileName, source } of files) this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
