import { IconButton } from '../input/button.tsx'
import { Select } from '../input/select.tsx'
import { useUiTexts } from '../texts.tsx'
import styles from './pager.module.css'
import { type Paging, pageView } from './paging.ts'

type PagerProps = Paging & {
  onPage: (page: number) => void
  onPageSize?: (page_size: number) => void
  pageSizes?: readonly number[]
}

/** The footer of a table whose pages come from the server. */
export function Pager({ onPage, onPageSize, pageSizes = [25, 50, 100], ...paging }: PagerProps) {
  const texts = useUiTexts()
  const view = pageView(paging)
  const numbers = new Intl.NumberFormat(texts.locale)
  return (
    <div className={styles.pager}>
      {onPageSize && (
        <div className={styles.sizes}>
          <span aria-hidden className={styles.sizeWords}>
            {texts.rowsPerPage}
          </span>
          <Select
            label={texts.rowsPerPage}
            hideLabel
            noMessage
            size="small"
            value={String(paging.page_size)}
            options={pageSizes.map((size) => ({ value: String(size), label: numbers.format(size) }))}
            onChange={(event) => onPageSize(Number(event.target.value))}
          />
        </div>
      )}
      <span className={styles.range} aria-live="polite">
        {texts.rowsOf(numbers.format(view.first), numbers.format(view.last), numbers.format(paging.total))}
      </span>
      <div className={styles.steps}>
        <IconButton
          icon="chevron-left"
          size="small"
          tone="secondary"
          label={texts.previous}
          disabled={!view.hasPrevious}
          onClick={() => onPage(view.page - 1)}
        />
        <IconButton
          icon="chevron-right"
          size="small"
          tone="secondary"
          label={texts.next}
          disabled={!view.hasNext}
          onClick={() => onPage(view.page + 1)}
        />
      </div>
    </div>
  )
}
