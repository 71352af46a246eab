import { SNACKBAR_THIRD_PARTY_MS } from '@portico/contract/rules.ts'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useI18n } from '#i18n/i18n.tsx'
import { loadTwice } from '#lib/load-chunk.ts'
import { useLocation } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { useArrivalFocus } from '#page/arrival-focus.ts'
import { PublicFooter } from '#public-pages/footer.tsx'
import { classNames } from '#ui/class-names.ts'
import { useSnackbar } from '#ui/overlay/snackbar.tsx'
import styles from './auth.module.css'
import { InvitedProvider, useInvitation } from './invitation.ts'
import { sideOf } from './side.ts'
import { SignInAside } from './sign-in-aside.tsx'
import { SignInSide } from './sign-in-side.tsx'
import { SignUpSide } from './sign-up-side.tsx'

/**
 * Two forms side by side under one cover with the product's benefits; the address decides which form it leaves free.
 */
export function Screen() {
  const side = sideOf(useLocation().path)
  const panel = useRef<HTMLElement>(null)
  const invited = useInvitation()
  useArrivalFocus(panel, side)
  useErrorOfAddress()
  return (
    <InvitedProvider value={invited}>
      <div className={styles.page}>
        <main ref={panel} className={classNames(styles.panel, side === 'sign-up' && styles.slid)}>
          <Half isOpen={side === 'sign-in'}>
            <SignInSide />
          </Half>
          <Half isOpen={side === 'sign-up'}>
            <SignUpSide />
          </Half>
          <SignInAside />
        </main>
        <PublicFooter />
      </div>
    </InvitedProvider>
  )
}

/** The covered half is out of reach for keyboard, screen reader and search. */
function Half({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  return (
    <div className={classNames(styles.half, !isOpen && styles.covered)} inert={!isOpen} aria-hidden={!isOpen}>
      {children}
    </div>
  )
}

/** `/signin/{error}`: what a third-party sign-in came back with. Gone when the address is left. */
function useErrorOfAddress(): void {
  const { t, translateProblem } = useI18n()
  const snackbar = useSnackbar()
  const { path } = useLocation()
  const show = useEffectEvent(({ text, isQuoted }: { text: string; isQuoted: boolean }) =>
    snackbar.show({
      text: isQuoted ? t('The link you opened says: “{text}”', { text }) : translateProblem(text),
      tone: 'bad',
      duration_ms: SNACKBAR_THIRD_PARTY_MS,
    }),
  )
  useEffect(() => {
    if (!path.startsWith(`${paths.signin}/`)) return
    let id: ReturnType<typeof snackbar.show> | undefined
    let isLeft = false
    loadTwice(() => import('./sign-in-error.ts')).then(({ signInError }) => {
      const error = isLeft ? undefined : signInError(path)
      if (error) id = show(error)
    })
    return () => {
      isLeft = true
      if (id !== undefined) snackbar.close(id)
    }
  }, [path, snackbar])
}
