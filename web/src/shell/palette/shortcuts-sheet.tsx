import { useT } from '#i18n/i18n.tsx'
import { useUser } from '#session/session.ts'
import { Switch } from '#ui/input/switch.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Kbd } from '#ui/show/kbd.tsx'
import { useOverlay } from '../open-overlay.tsx'
import { COMMAND_KEY } from './command-key.ts'
import styles from './palette.module.css'
import { jumpsFor } from './shortcuts.ts'
import { setShortcutsOff, useShortcutsOff } from './shortcuts-memory.ts'

/** All shortcuts at a glance. Those of a single key can be turned off, since they interfere with speech input. */
export function ShortcutsSheet() {
  const t = useT()
  const user = useUser()
  const { close } = useOverlay()
  const isOff = useShortcutsOff()
  if (!user) return null
  return (
    <Dialog open width={560} title={t('Keyboard shortcuts')} onClose={close}>
      <dl className={styles.shortcuts}>
        <div className={styles.shortcut}>
          <dt>{t('Search or jump to…')}</dt>
          <dd>
            <Kbd>{COMMAND_KEY}</Kbd> <Kbd>K</Kbd>
          </dd>
        </div>
        <div className={styles.shortcut}>
          <dt>{t('Keyboard shortcuts')}</dt>
          <dd>
            <Kbd>?</Kbd>
          </dd>
        </div>
      </dl>
      <h3 className={styles.sectionTitle}>{t('Go to')}</h3>
      <dl className={styles.shortcuts}>
        {jumpsFor(user.modules).map(({ key, label }) => (
          <div key={key} className={styles.shortcut}>
            <dt>{t(label)}</dt>
            <dd>
              <Kbd>G</Kbd> <span className={styles.then}>{t('then')}</span> <Kbd>{key.toUpperCase()}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        label={t('Single-key shortcuts')}
        checked={!isOff}
        onChange={(event) => setShortcutsOff(!event.target.checked)}
      />
    </Dialog>
  )
}
