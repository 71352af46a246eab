import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { titleIn } from '#page/titles.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { IconButton } from '#ui/input/button.tsx'
import { FieldFrame } from '#ui/input/field-frame.tsx'
import { Select } from '#ui/input/select.tsx'
import { Lazy } from '#ui/lazy.tsx'
import styles from './picker.module.css'
import { useFavourites } from './use-favourites.ts'
import type { PlaygroundRequest } from './use-request.ts'

const loadDialog = async () => (await import('./picker-dialog.tsx')).PickerDialog

/** The choice of function and method: found by name, path or description, in all sections. */
export function Picker({ request, children }: { request: PlaygroundRequest; children: ReactNode }) {
  const t = useT()
  const { method, methods } = request
  const favourites = useFavourites()
  const chosen = request.function
  return (
    <div className={styles.picker}>
      <FunctionButton request={request} favourites={favourites.ids} />
      {methods.length > 1 && (
        <Select
          noMessage
          className={styles.method}
          label={t('Method')}
          options={methods.map(({ id, kind, tier }) => ({
            value: id,
            label: [t(KINDS[kind]), tier].filter(Boolean).join(' · '),
          }))}
          value={method?.id ?? ''}
          onChange={({ target }) => request.chooseMethod(target.value)}
        />
      )}
      <div className={styles.tools}>
        {chosen && (
          <IconButton
            icon="star"
            tone="quiet"
            aria-pressed={favourites.ids.includes(chosen.id)}
            label={t('Favorite')}
            onClick={() => favourites.toggle(chosen.id)}
          />
        )}
        {children}
      </div>
    </div>
  )
}

const KINDS = { live: 'Live', task: 'Task method', reference: 'Lookup' } as const

/** Opens the list of functions; a character typed on it starts the search. */
function FunctionButton({ request, favourites }: { request: PlaygroundRequest; favourites: readonly string[] }) {
  const t = useT()
  const id = useId()
  const [opened, setOpened] = useState<{ first: string }>()
  const { function: chosen } = request
  function onKeyDown(event: KeyboardEvent) {
    const isCharacter = /^[\p{L}\p{N}/]$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isCharacter && event.key !== 'ArrowDown') return
    event.preventDefault()
    setOpened({ first: isCharacter ? event.key : '' })
  }
  return (
    <FieldFrame id={id} label={t('Function')} noMessage>
      <button
        id={id}
        type="button"
        className={styles.function}
        aria-haspopup="dialog"
        aria-labelledby={`${id}-label ${id}`}
        onKeyDown={onKeyDown}
        onClick={() => setOpened({ first: '' })}
      >
        <span className={styles.title}>
          {chosen && titleIn(t, chosen.title)}
          <code className={styles.id}>{chosen?.id}</code>
        </span>
        <Icon name="search" size={16} className={styles.icon} />
      </button>
      {opened && (
        <Lazy
          load={loadDialog}
          props={{ request, favourites, first: opened.first, onClose: () => setOpened(undefined) }}
          waiting={null}
        />
      )}
    </FieldFrame>
  )
}
