import { type ComponentType, useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Segmented } from '#ui/input/choice.tsx'
import { PageHeader } from '#ui/show/page-header.tsx'
import { Buttons } from './buttons.tsx'
import { Charts } from './charts.tsx'
import styles from './development.module.css'
import { Feedback } from './feedback.tsx'
import { Fields } from './fields.tsx'
import { Icons } from './icons.tsx'
import { Overlays } from './overlays.tsx'
import { Pickers } from './pickers.tsx'
import { Tables } from './tables.tsx'

const sections: { id: string; title: string; Body: ComponentType }[] = [
  { id: 'buttons', title: 'Buttons', Body: Buttons },
  { id: 'fields', title: 'Fields', Body: Fields },
  { id: 'feedback', title: 'Feedback', Body: Feedback },
  { id: 'overlays', title: 'Overlays', Body: Overlays },
  { id: 'pickers', title: 'Pickers and code', Body: Pickers },
  { id: 'tables', title: 'Tables', Body: Tables },
  { id: 'charts', title: 'Charts', Body: Charts },
  { id: 'icons', title: 'Icons', Body: Icons },
]

const views = [
  { value: 'own', label: 'Your theme' },
  { value: 'both', label: 'Light and dark', icon: 'columns' },
] as const

type View = (typeof views)[number]['value']

/** Every component of the kit in every state, in the theme of the page or in both. */
export function Screen() {
  const [view, setView] = useState<View>('own')
  return (
    <>
      <PageHeader
        title="Components"
        note="Every part of the kit in every state."
        actions={<Segmented label="Themes" options={views} value={view} onChange={setView} />}
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
    </>
  )
}
