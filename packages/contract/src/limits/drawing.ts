/** What lies over the cells of a workbook: hostile input too (safety 3). Beyond a cap it is told, not drawn. */
export const drawingLimits = {
  /**
   * Things over the cells of a workbook; pixels of one, and rows or columns beneath it; cells beyond the content that are
   * added to a page so that it lies over cells.
   */
  drawings: { most: 1000, px: 8000, tracks: 2000, cellsBeyond: 3000 },
  /**
   * Points that are drawn of one series, as Excel draws them, and cells that the charts of a workbook look at; series of a
   * chart, and points of one with a look of their own; characters of a text in a chart; levels of categories; bins of a
   * histogram; shapes of a treemap or sunburst, and single points of a box; rows, columns and characters of a chart's
   * table, and characters of its cells.
   */
  charts: {
    points: 32_000,
    allPoints: 400_000,
    series: 255,
    ownLooks: 2000,
    text: 1000,
    levels: 8,
    bins: 1000,
    nodes: 3000,
    boxPoints: 1000,
    tableRows: 1000,
    tableColumns: 60,
    tableText: 20_000,
    tableCell: 200,
  },
} as const;
