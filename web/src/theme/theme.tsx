import type { ThemeView } from '@portico/contract/user.ts'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { writeCookie } from '#lib/cookies.ts'

const YEAR_S = 365 * 24 * 60 * 60
const DARK = '(prefers-color-scheme: dark)'

interface Theme {
  view: ThemeView
  choose(view: ThemeView): void
}

const ThemeContext = createContext<Theme>({ view: 'system', choose: () => {} })

/** Light, dark, or the system's setting; only the body's class changes. */
export function ThemeProvider({ first, children }: { first: ThemeView; children: ReactNode }) {
  const [view, setView] = useState(first)
  useEffect(() => {
    const input = matchMedia(DARK)
    const apply = () => {
      wear(view === 'dark' || (view === 'system' && input.matches) ? 'dark' : 'light')
    }
    apply()
    input.addEventListener('change', apply)
    return () => input.removeEventListener('change', apply)
  }, [view])
  const choose = (next: ThemeView) => {
    writeCookie('theme', next, YEAR_S)
    setView(next)
  }
  return <ThemeContext value={{ view, choose }}>{children}</ThemeContext>
}

/** All at once: what fades when it is pointed at would lag behind the rest, and have the page painted again and again. */
function wear(theme: 'dark' | 'light'): void {
  if (document.body.className === theme) return
  document.body.className = theme
  for (const fading of document.getAnimations?.() ?? []) {
    if (fading instanceof CSSTransition && /color|shadow/.test(fading.transitionProperty)) fading.cancel()
  }
}

export function useTheme(): Theme {
  return use(ThemeContext)
}
