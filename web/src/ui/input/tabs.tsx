import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { nextIndex } from './roving.ts'
import styles from './tabs.module.css'

export type Tab<Id extends string> = { id: Id; label: ReactNode; count?: number | string }

type TabsProps<Id extends string> = {
  label: string
  tabs: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  /** The content of the chosen tab. */
  children: ReactNode
  /** Right of the tabs. */
  actions?: ReactNode
}

export function Tabs<Id extends string>({ label, tabs, value, onChange, children, actions }: TabsProps<Id>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  // Where the tabs are wider than the page, the chosen one is scrolled into view, also when counts come and make them wider.
  const counts = tabs.map(({ count }) => count).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts change the widths
  useEffect(() => {
    const bar = list.current
    const tab = bar?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(value)}"]`)
    if (bar && tab && bar.scrollWidth > bar.clientWidth) bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - 16
  }, [value, counts])

  function onKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex((tab) => tab.id === value)
    const to = nextIndex(event.key, index, tabs.length, 'horizontal')
    const tab = to === null ? undefined : tabs[to]
    if (!tab) return
    event.preventDefault()
    onChange(tab.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(tab.id)}"]`)?.focus()
  }

  return (
    <>
      <div className={styles.bar}>
        <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              data-tab={tab.id}
              aria-selected={tab.id === value}
              aria-controls={tab.id === value ? `${id}-panel` : undefined}
              tabIndex={tab.id === value ? 0 : -1}
              className={classNames(styles.tab, tab.id === value && styles.chosen)}
              onClick={() => onChange(tab.id)}
            >
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
            </button>
          ))}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} tabIndex={-1} className={styles.panel}>
        {children}
      </div>
    </>
  )
}
