import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import type { IconName } from '#ui/icon/icon-paths.ts'
import { nextIndex } from '#ui/input/roving.ts'
import { useModal } from '#ui/overlay/use-modal.ts'
import { Kbd } from '#ui/show/kbd.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import styles from './search-dialog.module.css'

export interface SearchOption {
  id: string
  icon: IconName
  label: string
  /** Shown below the label. */
  note?: ReactNode
  /** Shown at the end of the line. */
  end?: ReactNode
}

export interface SearchGroup<O> {
  id: string
  title: string
  options: O[]
}

type SearchDialogProps<O> = {
  /** The search text. */
  label: string
  typed: string
  onType: (typed: string) => void
  /** In the order they are drawn in, which is the order the keys walk in. */
  groups: SearchGroup<O>[]
  onPick: (option: O) => void
  onClose: () => void
}

/** A field to type in and what it finds below, chosen by the keys or by a press. */
export function SearchDialog<O extends SearchOption>(props: SearchDialogProps<O>) {
  const { label, typed, onType, groups, onPick, onClose } = props
  const t = useT()
  const id = useId()
  const modal = useModal(onClose, false)
  const list = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const rows = groups.flatMap(({ id: group, options }) =>
    options.map((option) => ({ id: `${group}-${option.id}`, option })),
  )
  const chosen = rows[at]

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (chosen) onPick(chosen.option)
      return
    }
    const isInText = event.key === 'Home' || event.key === 'End'
    const to = isInText ? null : nextIndex(event.key, at, rows.length, 'vertical')
    if (to === null) return
    event.preventDefault()
    setAt(to)
    list.current?.querySelectorAll('[role=option]')[to]?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <dialog {...modal} className={styles.dialog} aria-label={label}>
      <div className={styles.sheet}>
        <div className={styles.field}>
          <Icon name="search" className={styles.icon} />
          <input
            className={styles.input}
            role="combobox"
            aria-expanded
            aria-autocomplete="list"
            aria-controls={`${id}-list`}
            aria-activedescendant={chosen && `${id}-${chosen.id}`}
            aria-label={label}
            placeholder={label}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              onType(event.target.value)
              setAt(0)
              list.current?.scrollTo({ top: 0 })
            }}
            onKeyDown={onKeyDown}
          />
          <Kbd>Esc</Kbd>
        </div>
        {rows.length === 0 ? (
          <p className={styles.nothing}>{t('Nothing found')}</p>
        ) : (
          <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('Results')} className={styles.list}>
            {groups
              .filter(({ options }) => options.length > 0)
              .map((group) => (
                // biome-ignore lint/a11y/useSemanticElements: a group of options has no element outside a select
                <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
                  <div id={`${id}-${group.id}`} className={styles.group}>
                    {group.title}
                  </div>
                  {group.options.map((option) => {
                    const own = `${group.id}-${option.id}`
                    return (
                      // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field, which has the focus
                      <div
                        key={option.id}
                        id={`${id}-${own}`}
                        role="option"
                        tabIndex={-1}
                        aria-selected={own === chosen?.id}
                        className={styles.option}
                        onPointerMove={() => setAt(rows.findIndex((row) => row.id === own))}
                        onClick={() => onPick(option)}
                      >
                        <Icon name={option.icon} size={16} className={styles.icon} />
                        <span className={styles.label}>
                          {option.label}
                          {option.note && <span className={styles.note}>{option.note}</span>}
                        </span>
                        {option.end && <span className={styles.end}>{option.end}</span>}
                      </div>
                    )
                  })}
                </div>
              ))}
          </div>
        )}
        <VisuallyHidden role="status">
          {t('{count, plural, one {# result} other {# results}}', { count: rows.length })}
        </VisuallyHidden>
      </div>
    </dialog>
  )
}
