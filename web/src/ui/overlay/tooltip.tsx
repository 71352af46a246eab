import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { Position } from '../floating/position-beside.ts'
import { useFloating } from '../floating/use-floating.ts'
import styles from './tooltip.module.css'

type TooltipProps = {
  text: ReactNode
  /** One element that can take the focus. */
  children: ReactElement<{ 'aria-describedby'?: string }>
  side?: Position['side']
}

const WAIT_MS = 350

/**
 * A hint on hover and on focus. Escape hides it, and the pointer may rest on it. It never holds information that is not
 * available otherwise.
 */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const popover = useRef<HTMLSpanElement>(null)
  const timer = useRef<number>(undefined)
  const [isOpen, setOpen] = useState(false)
  useFloating(anchor, popover, isOpen, { side, align: 'center' })

  function show(wait_ms: number) {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      popover.current?.showPopover?.()
      setOpen(true)
    }, wait_ms)
  }

  function hide(wait_ms: number) {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      if (popover.current?.matches(':popover-open')) popover.current.hidePopover()
      setOpen(false)
    }, wait_ms)
  }

  useEffect(() => () => window.clearTimeout(timer.current), [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      event.preventDefault()
      hide(0)
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for what happens to the element inside
    <span
      ref={anchor}
      className={styles.anchor}
      onPointerEnter={(event) => event.pointerType !== 'touch' && show(WAIT_MS)}
      onPointerLeave={() => hide(120)}
      onPointerDown={() => hide(0)}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={() => hide(0)}
      onKeyDown={onKeyDown}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span ref={popover} id={id} role="tooltip" popover="manual" className={styles.tooltip}>
        {text}
      </span>
    </span>
  )
}
