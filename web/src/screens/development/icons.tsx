import { Icon } from '#ui/icon/icon.tsx'
import { type IconName, iconPaths } from '#ui/icon/icon-paths.ts'
import styles from './development.module.css'
import { Specimen } from './specimen.tsx'

const names = Object.keys(iconPaths) as IconName[]

export function Icons() {
  return (
    <Specimen name={`Icon, ${names.length} of them`} wide>
      <ul className={styles.icons}>
        {names.map((name) => (
          <li key={name} className={styles.iconCell}>
            <Icon name={name} />
            {name}
          </li>
        ))}
      </ul>
    </Specimen>
  )
}
