import { useSpeech } from '#i18n/i18n.tsx'
import { Link } from '#lib/link.tsx'
import { usePlace } from '#lib/place.ts'
import { useUser } from '#session/session.ts'
import { Icon } from '#ui/icon.tsx'
import { type IconName, iconPaths } from '#ui/icon-paths.ts'
import { buildMenu, isActive } from './build-menu.ts'
import styles from './menu.module.css'

export function MenuList({ onPicked }: { onPicked?: () => void }) {
  const { t, say } = useSpeech()
  const user = useUser()
  const { path } = usePlace()
  if (!user) return null
  return (
    <nav className={styles.menu} aria-label={t('Main menu')}>
      {buildMenu(user.modules).map(({ group, items }) => (
        <section key={group}>
          <h2 className={styles.group}>{say(group)}</h2>
          <ul>
            {items.map((item) => (
              <li key={item.html_id}>
                <Link
                  to={item.url ?? ''}
                  className={styles.item}
                  aria-current={isActive(item, path) ? 'page' : undefined}
                  onClick={onPicked}
                >
                  <Icon name={iconOf(item.item_icon_class)} />
                  {say(item.label)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function iconOf(name: string): IconName {
  return name in iconPaths ? (name as IconName) : 'dashboard'
}
