export type Paging = { page: number; page_size: number; total: number }

/** The numbers in the footer of a paged table. Pages count from 1; an empty table is on page 1 of 1. */
export function pageView({ page, page_size, total }: Paging) {
  const pages = Math.max(1, Math.ceil(total / page_size))
  const at = Math.min(Math.max(page, 1), pages)
  return {
    page: at,
    pages,
    first: total === 0 ? 0 : (at - 1) * page_size + 1,
    last: Math.min(at * page_size, total),
    hasPrevious: at > 1,
    hasNext: at < pages,
  }
}
