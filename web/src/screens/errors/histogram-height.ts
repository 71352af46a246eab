/** In px; reserved while the chart is loading, so that nothing below it moves. */
export const HISTOGRAM_HEIGHT = 180
