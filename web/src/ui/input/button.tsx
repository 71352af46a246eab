import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-paths.ts'
import { Spinner } from '../icon/spinner.tsx'
import styles from './button.module.css'

export type ButtonLook = {
  tone?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'small' | 'medium'
  /** Takes the whole width of its container. */
  wide?: boolean
}

/** The look alone, for a router's own link component. */
export function buttonClass({ tone = 'secondary', size = 'medium', wide }: ButtonLook, className?: string): string {
  return classNames(styles.button, styles[tone], styles[size], wide && styles.wide, className)
}

type ButtonProps = ButtonLook &
  ComponentProps<'button'> & {
    icon?: IconName
    iconEnd?: IconName
    /** Work is in progress: the button keeps its size and its focus, and ignores further presses. */
    busy?: boolean
    /** Precedes the text instead of an icon, such as a brand mark. */
    mark?: ReactNode
  }

export function Button({
  tone,
  size,
  wide,
  icon,
  iconEnd,
  mark,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ tone, size, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
    >
      {busy && (
        <span className={styles.spin}>
          <Spinner />
        </span>
      )}
      <span className={styles.content}>
        {icon && <Icon name={icon} size={16} />}
        {mark}
        {children}
        {iconEnd && <Icon name={iconEnd} size={16} />}
      </span>
    </button>
  )
}

type LinkButtonProps = ButtonLook & ComponentProps<'a'> & { icon?: IconName; iconEnd?: IconName }

export function LinkButton({ tone, size, wide, icon, iconEnd, className, children, ...rest }: LinkButtonProps) {
  return (
    <a {...rest} className={buttonClass({ tone, size, wide }, className)}>
      <span className={styles.content}>
        {icon && <Icon name={icon} size={16} />}
        {children}
        {iconEnd && <Icon name={iconEnd} size={16} />}
      </span>
    </a>
  )
}

type IconButtonProps = Omit<ButtonLook, 'wide'> & ComponentProps<'button'> & { icon: IconName; label: string }

/** A button that shows only an icon; the label is its accessible name. */
export function IconButton({
  tone = 'quiet',
  size,
  icon,
  label,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={buttonClass({ tone, size }, classNames(styles.square, className))}
    >
      <Icon name={icon} size={size === 'small' ? 16 : 20} />
    </button>
  )
}
