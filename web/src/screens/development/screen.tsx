import { type ComponentType, useState } from 'react'
import { Segmented } from '#ui/choice.tsx'
import { classNames } from '#ui/class-names.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { SnackbarProvider } from '#ui/snackbar.tsx'
import { Buttons } from './buttons.tsx'
import styles from './development.module.css'
import { Feedback } from './feedback.tsx'
import { Fields } from './fields.tsx'
import { Overlays } from './overlays.tsx'

const sections: { id: string; title: string; Body: ComponentType }[] = [
  { id: 'buttons', title: 'Buttons', Body: Buttons },
  { id: 'fields', title: 'Fields', Body: Fields },
  { id: 'feedback', title: 'Feedback', Body: Feedback },
  { id: 'overlays', title: 'Overlays', Body: Overlays },
]

const views = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'both', label: 'Side by side', icon: 'columns' },
] as const

type View = (typeof views)[number]['value']

/** Every component of the kit in every state, in both themes. */
export function Screen() {
  const [view, setView] = useState<View>(() => (document.body.classList.contains('dark') ? 'dark' : 'light'))

  function choose(next: View) {
    setView(next)
    if (next === 'both') return
    document.body.classList.toggle('dark', next === 'dark')
    document.body.classList.toggle('light', next === 'light')
  }

  return (
    <SnackbarProvider>
      <main className={styles.page}>
        <PageHeader
          title="Components"
          note="Every part of the kit in every state."
          actions={<Segmented label="Theme" options={views} value={view} onChange={choose} />}
        />
        <nav aria-label="Sections" className={styles.index}>
          {sections.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        {sections.map(({ id, title, Body }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className={styles.section}>
            <h2 id={`${id}-title`}>{title}</h2>
            {view === 'both' ? (
              <div className={styles.sides}>
                <div className={classNames(styles.side, 'light')}>
                  <Body />
                </div>
                <div className={classNames(styles.side, 'dark')}>
                  <Body />
                </div>
              </div>
            ) : (
              <div className={styles.specimens}>
                <Body />
              </div>
            )}
          </section>
        ))}
      </main>
    </SnackbarProvider>
  )
}
