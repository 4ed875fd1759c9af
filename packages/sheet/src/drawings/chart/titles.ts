import { limits } from '@sheetwire/contract/limits';
import type { ChartCells } from './cell-values.ts';
import type { Chart, ChartText } from './model.ts';
import { textOf } from './plot-groups.ts';

/** A chart whose titles say what their cells say now, hidden ones too; those that a cell does not say stay. */
export function withTitles(chart: Chart, cells: ChartCells): Chart {
  const now = (text: ChartText) => titleNow(text, chart, cells);
  return {
    ...chart,
    ...(chart.title && { title: now(chart.title) }),
    axes: chart.axes.map((axis) => (axis.title ? { ...axis, title: now(axis.title) } : axis)),
  };
}

function titleNow(text: ChartText, { has1904Dates }: Chart, cells: ChartCells): ChartText {
  if (!text.source) return text;
  const { values, format } = cells.find(text.source, true);
  const lines = values
    .slice(0, mostLines)
    .flatMap((value) => textOf(value, format, has1904Dates).slice(0, limits.charts.text).split(/\r?\n/));
  return { ...text, lines: lines.filter((line, n) => line !== '' || n > 0) };
}

const mostLines = 20;
