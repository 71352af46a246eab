import type { ComponentProps, MouseEvent } from 'react'
import { navigate } from './location.ts'

/** A real link that the browser can open in a new tab, and that moves within the page on a plain click. */
export function Link({ to, onClick, ...rest }: { to: string } & Omit<ComponentProps<'a'>, 'href'>) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (isPlainClick(event)) {
      event.preventDefault()
      navigate(to)
    }
  }
  return <a {...rest} href={to} onClick={follow} />
}

export function isPlainClick(event: MouseEvent): boolean {
  return (
    !event.defaultPrevented &&
    event.button === 0 &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey &&
    !event.altKey
  )
}
