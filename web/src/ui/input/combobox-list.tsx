import { Combobox as Base } from '@base-ui/react/combobox'
import type { ReactNode, RefObject } from 'react'
import { Icon } from '../icon/icon.tsx'
import { useUiTexts } from '../texts.tsx'
import styles from './combobox.module.css'

export type ComboboxOption = { value: string; label: string; hint?: ReactNode }

type ComboboxListProps = { anchor: RefObject<HTMLElement | null>; home: HTMLElement | undefined; labelId: string }

/**
 * The open list. Base.Popup is left out on purpose: it hides the rest of the page, the label included, from screen readers
 * as long as the list is open. The list is therefore taken off the page by its parent when it closes.
 */
export function ComboboxList({ anchor, home, labelId }: ComboboxListProps) {
  const texts = useUiTexts()
  return (
    <Base.Portal container={home}>
      <Base.Positioner className={styles.positioner} sideOffset={4} anchor={anchor} positionMethod="fixed">
        <div className={styles.popup}>
          <Base.Empty className={styles.empty}>{texts.noResults}</Base.Empty>
          <Base.List className={styles.list} aria-labelledby={labelId}>
            {(option: ComboboxOption) => (
              <Base.Item key={option.value} value={option} className={styles.item}>
                <span className={styles.label}>{option.label}</span>
                {option.hint && <span className={styles.hint}>{option.hint}</span>}
                <Base.ItemIndicator className={styles.tick}>
                  <Icon name="check" size={16} />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </div>
      </Base.Positioner>
    </Base.Portal>
  )
}
