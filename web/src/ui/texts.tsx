import { createContext, type ReactNode, use } from 'react'

/** The few texts of the kit itself; the app provides them in the customer's language. */
export type UiTexts = {
  /** For numbers that the kit formats itself. */
  locale: string
  close: string
  copy: string
  copied: string
  copyFailed: string
  loading: string
  clear: string
  clearFilters: string
  previous: string
  next: string
  showPassword: string
  hidePassword: string
  passwordStrength: string
  strengthLow: string
  strengthGood: string
  strengthStrong: string
  openMenu: string
  noResults: string
  nothingMatches: string
  couldNotLoad: string
  retry: string
  optional: string
  notifications: string
  remove: string
  apply: string
  from: string
  to: string
  dateRange: string
  daysAreUtc: string
  rangeOrder: string
  rowsPerPage: string
  rowsOf: (first: string, last: string, total: string) => string
  sort: string
  sortBy: (column: string) => string
  showDetails: string
  tableView: string
  chartView: string
  chartKeys: string
  showOnly: (series: string) => string
  showAll: string
  total: string
  wrapLines: string
  skipToContent: string
  opensInNewTab: string
}

const UiTextsContext = createContext<UiTexts | undefined>(undefined)

export function UiTextsProvider({ texts, children }: { texts: UiTexts; children: ReactNode }) {
  return <UiTextsContext value={texts}>{children}</UiTextsContext>
}

export function useUiTexts(): UiTexts {
  const texts = use(UiTextsContext)
  if (!texts) throw new Error('UiTextsProvider is missing')
  return texts
}
