import type { Ref } from 'react'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { Icon } from '#ui/show/icon.tsx'
import { Kbd } from '#ui/show/kbd.tsx'
import type { Command } from './command.ts'
import styles from './palette.module.css'

const TITLES: Record<Command['group'], MessageKey> = {
  calls: 'Tasks',
  screens: 'Go to',
  codes: 'Error codes',
  endpoints: 'API functions',
  logins: 'API logins',
  actions: 'Actions',
}

type PaletteListProps = {
  ref: Ref<HTMLDivElement>
  id: string
  commands: Command[]
  at: number
  onPoint: (at: number) => void
  onPick: (command: Command) => void
}

export function PaletteList({ ref, id, commands, at, onPoint, onPick }: PaletteListProps) {
  const t = useT()
  const groups = [...new Set(commands.map(({ group }) => group))]
  if (commands.length === 0) return <p className={styles.nothing}>{t('Nothing found')}</p>
  return (
    <div ref={ref} id={`${id}-list`} role="listbox" aria-label={t('Results')} className={styles.list}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own outside a select
        <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <div id={`${id}-${group}`} className={styles.group}>
            {t(TITLES[group])}
          </div>
          {commands.map((command, index) =>
            command.group === group ? (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field, which keeps the focus
              <div
                key={command.id}
                id={`${id}-${command.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                className={styles.option}
                onPointerMove={() => onPoint(index)}
                onClick={() => onPick(command)}
              >
                <Icon name={command.icon} size={16} className={styles.icon} />
                <span className={styles.label}>{command.label}</span>
                {command.isExternal && <Icon name="external" size={16} className={styles.icon} />}
                {command.keys && (
                  <span className={styles.keys} aria-hidden>
                    {command.keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </span>
                )}
              </div>
            ) : null,
          )}
        </div>
      ))}
    </div>
  )
}
