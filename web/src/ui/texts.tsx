import { createContext, type ReactNode, use } from 'react'

/** The few words the kit says by itself. English here; the app hands in the customer's language. */
export const englishTexts = {
  /** For numbers the kit writes by itself. */
  locale: 'en',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not copy',
  loading: 'Loading',
  clear: 'Clear',
  clearFilters: 'Clear filters',
  previous: 'Previous',
  next: 'Next',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  passwordStrength: 'Password strength',
  strengthLow: 'Low',
  strengthGood: 'Good',
  strengthStrong: 'Strong',
  openMenu: 'Open menu',
  noResults: 'No results',
  nothingMatches: 'Nothing matches these filters.',
  couldNotLoad: 'Could not load',
  retry: 'Retry',
  optional: 'optional',
  notifications: 'Notifications',
  remove: 'Remove',
  apply: 'Apply',
  from: 'From',
  to: 'To',
  dateRange: 'Date range',
  daysAreUtc: 'Days are UTC days.',
  rangeOrder: 'The first day must not be after the last.',
  rowsPerPage: 'Rows per page',
  rowsOf: (first: string, last: string, total: string) => `${first}–${last} of ${total}`,
  sort: 'Sort',
  sortBy: (column: string) => `Sort by ${column}`,
  showDetails: 'Show details',
  tableView: 'Table',
  chartView: 'Chart',
  chartKeys: 'Use the left and right arrow keys to read the values.',
  showOnly: (series: string) => `Show only ${series}`,
  showAll: 'Show all',
  total: 'Total',
  wrapLines: 'Wrap lines',
  expandAll: 'Expand all',
  collapseAll: 'Collapse all',
  skipToContent: 'Skip to content',
}

export type UiTexts = typeof englishTexts

const UiTextsContext = createContext<UiTexts>(englishTexts)

export function UiTextsProvider({ texts, children }: { texts: Partial<UiTexts>; children: ReactNode }) {
  return <UiTextsContext value={{ ...englishTexts, ...texts }}>{children}</UiTextsContext>
}

export function useUiTexts(): UiTexts {
  return use(UiTextsContext)
}
