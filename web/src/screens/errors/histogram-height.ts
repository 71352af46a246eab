/** In px; kept while the chart is on its way, so that nothing below it moves. */
export const HISTOGRAM_HEIGHT = 180
