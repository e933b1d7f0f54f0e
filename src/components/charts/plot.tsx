import { Bar, Column } from '@ant-design/charts';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatTotal, money, toWire } from '#contract/rules/money.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { type Theme, useShownTheme } from '../theme/appearance.ts';
import { type Chart, heightOf } from './chart.ts';

const FORMS = { columns: Column, bars: Bar } as const;

/** Characters shown of a long name. The tooltip and the table show all of it. */
const MAX_LETTERS = { narrow: 16, wide: 36 };
const NARROW = '(max-width: 599px)';

function shortened(name: string): string {
  const most = matchMedia(NARROW).matches ? MAX_LETTERS.narrow : MAX_LETTERS.wide;
  return name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name;
}

/** The tooltip is HTML, so it follows the theme. */
const TOOLTIP_CSS = {
  '.g2-tooltip': {
    background: 'var(--color-surface)',
    color: 'var(--color-text)',
    border: '1px solid var(--color-border)',
    'border-radius': 'var(--radius)',
    'box-shadow': 'var(--shadow-floating)',
    'font-family': 'var(--font)',
    'font-size': '14px',
  },
  '.g2-tooltip-title': { color: 'var(--color-text)', 'font-weight': '600' },
  '.g2-tooltip-list-item-name-label': { color: 'var(--color-text)' },
  '.g2-tooltip-list-item-value': { color: 'var(--color-text)' },
};

interface Datum {
  readonly label: string;
  readonly series: string;
  readonly value: number;
  readonly to: string | undefined;
}

/** The part of the library's plot that is used here. The plot's own click events fire twice. */
interface ClickedPlot {
  readonly chart: {
    on(event: 'element:click', listener: (click: { readonly data: { readonly data: Datum } }) => void): void;
  };
}

/** In the colours of the current style sheet, because a canvas cannot read CSS variables. */
function configOf(chart: Chart, theme: Theme) {
  const styles = getComputedStyle(document.documentElement);
  const token = (name: string) => styles.getPropertyValue(name).trim();
  const [textColor, gridColor, font] = ['--color-text-muted', '--color-border', '--font'].map(token);
  const shown = (value: number) => (chart.unit === 'euro' ? formatTotal(money(value)) : formatCount(value));
  const label = {
    title: false,
    tick: false,
    labelFill: textColor,
    labelFillOpacity: 1,
    labelOpacity: 1,
    labelFontFamily: font,
    labelFontSize: 13,
    labelAutoRotate: false,
    labelAutoHide: { type: 'hide', margin: [0, 6, 0, 6] },
  };
  const grid = { grid: true, gridStroke: gridColor, gridStrokeOpacity: 1, gridLineDash: [0, 0] };
  const isSeveral = chart.points.some(({ series }) => series !== undefined);
  return {
    data: chart.points.map(({ label: name, value, series = chart.name, to }): Datum => {
      // Amounts become numbers only here, for drawing.
      return { label: name, series, value: typeof value === 'number' ? value : toWire(value), to };
    }),
    xField: 'label',
    yField: 'value',
    colorField: 'series',
    stack: isSeveral,
    height: heightOf(chart),
    autoFit: true,
    // Half of the last label of a horizontal axis is outside the plot.
    marginTop: 8,
    marginRight: chart.form === 'bars' ? 40 : 16,
    marginBottom: 8,
    marginLeft: 4,
    // Users must read the figures at once.
    animate: false,
    theme: { type: theme === 'dark' ? 'classicDark' : 'classic', view: { viewFill: 'transparent' } },
    scale: { color: { range: ['--color-primary', '--color-danger'].map(token) } },
    style: { maxWidth: 40, cursor: ({ to }: Datum) => (to === undefined ? 'default' : 'pointer') },
    axis: {
      x: { ...label, labelFormatter: shortened, line: true, lineStroke: gridColor, lineStrokeOpacity: 1 },
      y: { ...label, labelFormatter: shown, ...grid },
    },
    legend: isSeveral && {
      color: { itemLabelFill: textColor, itemLabelFillOpacity: 1, itemLabelFontFamily: font, itemLabelFontSize: 13 },
    },
    interaction: { tooltip: { css: TOOLTIP_CSS } },
    tooltip: {
      title: 'label',
      // The value of the datum itself: in a stacked chart the channel holds the height where the value ends.
      items: [({ series, value }: Datum) => ({ name: series, value: shown(value) })],
    },
  };
}

/** Renders a chart in the portal's colours, light or dark. Loaded on demand, because the library is large. */
export function Plot({ chart }: { readonly chart: Chart }) {
  const theme = useShownTheme();
  const navigate = useNavigate();
  const Form = FORMS[chart.form];
  const config = useMemo(() => configOf(chart, theme), [chart, theme]);
  // The library keeps the colours of its first render.
  return (
    <Form
      key={theme}
      {...config}
      onReady={({ chart: plot }: ClickedPlot) => {
        plot.on('element:click', ({ data: { data } }) => {
          if (data.to !== undefined) void navigate(data.to);
        });
      }}
    />
  );
}
