import { type ReactNode, useEffect, useRef, useState } from 'react'
import { whenIdle } from '#lib/when-idle.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { useUiTexts } from '../texts.tsx'
import styles from './snackbar.module.css'

export type Snack = {
  id: number
  text: ReactNode
  tone?: 'info' | 'good' | 'bad'
  /** The subject: a later message about the same subject replaces it, since both could not be true. */
  about?: string
  /** Without one it stays until closed. */
  duration_ms?: number | null
  action?: { label: string; onClick: () => void } | undefined
}

const TONE_ICONS = { info: 'info', good: 'check-circle', bad: 'alert' } as const

export function SnackbarStack({ snacks, onClose }: { snacks: Snack[]; onClose: (id: number) => void }) {
  const texts = useUiTexts()
  const stack = useRef<HTMLElement>(null)
  const newest = snacks.at(-1)?.id
  // Each new message has to be on top again; without any, the region can wait until the page is idle.
  useEffect(() => {
    const lift = () => raise(stack.current)
    if (newest === undefined) whenIdle(lift)
    else lift()
  }, [newest])
  return (
    <section ref={stack} popover="manual" className={styles.stack} aria-label={texts.notifications} aria-live="polite">
      {snacks.map((snack) => (
        <SnackCard key={snack.id} snack={snack} onClose={() => onClose(snack.id)} />
      ))}
    </section>
  )
}

/**
 * The region stays open for good, since screen readers miss the content of a region that has just appeared. It is shown
 * again only when a dialog is open: the last one into the top layer is on top, but must not cover the dialog's own
 * buttons.
 */
function raise(stack: HTMLElement | null) {
  if (!stack?.showPopover) return
  const isOpen = stack.matches(':popover-open')
  const dialog = document.querySelector('dialog[open]')
  if (isOpen && !dialog) return
  if (isOpen) stack.hidePopover()
  stack.showPopover()
  const own = stack.getBoundingClientRect()
  const buttons = dialog?.querySelector('footer')?.getBoundingClientRect()
  if (!dialog || !buttons || buttons.left > own.right || buttons.bottom < own.top) return
  stack.style.bottom = `${innerHeight - buttons.top + 8}px`
  dialog.addEventListener('close', () => stack.style.removeProperty('bottom'), { once: true })
}

function SnackCard({ snack, onClose }: { snack: Snack; onClose: () => void }) {
  const texts = useUiTexts()
  const { tone = 'info', action } = snack
  const [isHeld, setHeld] = useState(false)
  useCountdown(snack.duration_ms, isHeld, onClose)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: reading a message holds it, there is nothing to press here
    <div
      className={classNames(styles.snack, styles[tone])}
      role={tone === 'bad' ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={TONE_ICONS[tone]} className={styles.icon} />
      <div className={styles.text}>{snack.text}</div>
      {action && (
        <button
          type="button"
          className={styles.button}
          onClick={() => {
            action.onClick()
            onClose()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles.button} onClick={onClose}>
        {texts.close}
      </button>
    </div>
  )
}

/** Runs `onEnd` after the time has passed, not counting the time it was held. */
function useCountdown(duration_ms: number | null | undefined, isHeld: boolean, onEnd: () => void) {
  const left_ms = useRef(duration_ms)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (left_ms.current == null || isHeld) return
    const started = performance.now()
    const timer = setTimeout(() => end.current(), left_ms.current)
    return () => {
      clearTimeout(timer)
      if (left_ms.current != null) left_ms.current -= performance.now() - started
    }
  }, [isHeld])
}
