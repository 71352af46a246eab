import { classNames } from '../class-names.ts'
import styles from './avatar.module.css'
import { initialsOf } from './initials.ts'

type AvatarProps = { name: string; image?: string; size?: 'small' | 'medium' | 'large' }

/** Decorative: a button that contains it is named by `avatarLabel`, so that its name holds the visible initials. */
export function Avatar({ name, image, size = 'medium' }: AvatarProps) {
  return (
    <span className={classNames(styles.avatar, styles[size])} aria-hidden>
      {image ? <img className={styles.image} src={image} alt="" /> : initialsOf(name)}
    </span>
  )
}
