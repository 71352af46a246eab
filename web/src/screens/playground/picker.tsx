import { useT } from '#i18n/i18n.tsx'
import { IconButton } from '#ui/input/button.tsx'
import { Segmented } from '#ui/input/choice.tsx'
import { Combobox } from '#ui/input/combobox.tsx'
import styles from './playground.module.css'
import { useFavourites } from './use-favourites.ts'
import type { PlaygroundRequest } from './use-request.ts'

/** Which function, and which way of asking it: found by its name or its path, in all sections. */
export function Picker({ request }: { request: PlaygroundRequest }) {
  const t = useT()
  const { functions, method, methods, sections } = request
  const favourites = useFavourites()
  const titleOf = (id: string | null) => sections.find((one) => one.id === id)?.title ?? ''
  const sorted = [...functions].sort((a, b) => rank(b.id) - rank(a.id))
  function rank(id: string): number {
    return (favourites.has(id) ? 2 : 0) + (request.section?.functions.includes(id) ? 1 : 0)
  }
  const chosen = request.function
  return (
    <div className={styles.picker}>
      <div className={styles.pick}>
        <Combobox
          noMessage
          label={t('Function')}
          placeholder={t('Search functions by name or path')}
          value={chosen?.id ?? null}
          options={sorted.map((one) => ({
            value: one.id,
            label: `${favourites.has(one.id) ? '★ ' : ''}${one.title} · ${one.id}`,
            hint: titleOf(one.playground),
          }))}
          onChange={(id) => {
            const found = functions.find((one) => one.id === id)
            if (found) request.choose(found)
          }}
        />
        {chosen && (
          <IconButton
            icon="star"
            tone="secondary"
            aria-pressed={favourites.has(chosen.id)}
            label={t('Favorite')}
            onClick={() => favourites.toggle(chosen.id)}
          />
        )}
      </div>
      {methods.length > 1 && (
        <Segmented
          label={t('Method')}
          options={methods.map(({ id, kind, tier }) => ({
            value: id,
            label: [t(KINDS[kind]), tier].filter(Boolean).join(' · '),
          }))}
          value={method?.id ?? ''}
          onChange={request.chooseMethod}
        />
      )}
      {method?.summary && <p className={styles.summary}>{method.summary}</p>}
    </div>
  )
}

const KINDS = { live: 'Live', task: 'Task method', reference: 'Lookup' } as const
