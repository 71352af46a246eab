import { classNames } from '../class-names.ts'
import styles from './icon.module.css'
import { type IconName, iconPaths } from './icon-paths.ts'

type IconProps = {
  name: IconName
  size?: 16 | 20 | 24
  /** Give it when the icon alone carries the meaning; without it the icon is decoration. */
  label?: string
  className?: string
}

export function Icon({ name, size = 20, label, className }: IconProps) {
  return (
    <svg
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={classNames(styles.icon, className)}
      viewBox="0 0 20 20"
      width={size}
      height={size}
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
