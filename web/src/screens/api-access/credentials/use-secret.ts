import { access } from '@portico/contract/access.ts'
import type { Output } from '@portico/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#lib/api.ts'
import { Problem } from '#lib/problem.ts'
import { ACCESS_KEY } from '../access-queries.ts'

export type Secret = Output<typeof access.showPassword>

interface Shown {
  secret: Secret
  /** Undefined: it stays until closed, since it cannot be requested a second time. */
  hides_at_ms: number | undefined
}

const SHOWN_MS = 60_000

/** The API password while it is visible. It lives in this component alone: no cache, no storage. */
export function useSecret() {
  const client = useQueryClient()
  const [shown, setShown] = useState<Shown>()
  const [problem, setProblem] = useState<unknown>()
  const [isAsking, setAsking] = useState(false)
  const hides_at_ms = shown?.hides_at_ms
  useEffect(() => {
    if (hides_at_ms === undefined) return
    const timer = setTimeout(() => setShown(undefined), hides_at_ms - Date.now())
    return () => clearTimeout(timer)
  }, [hides_at_ms])

  /** Returns the password, possibly after asking for the sign-in password. */
  async function use(then: (secret: Secret) => void): Promise<void> {
    if (shown) {
      then(shown.secret)
      return
    }
    setAsking(true)
    setProblem(undefined)
    try {
      then(await call(access.showPassword, {}))
      client.invalidateQueries({ queryKey: [...ACCESS_KEY, 'activity'] })
    } catch (error) {
      // A user who cancels has seen that the password is needed.
      if (!(error instanceof Problem && error.code === 'reauth_needed')) setProblem(error)
    }
    setAsking(false)
  }

  return {
    shown,
    hide: () => setShown(undefined),
    use,
    show: (secret: Secret) => setShown({ secret, hides_at_ms: Date.now() + SHOWN_MS }),
    showOnce: (secret: Secret) => setShown({ secret, hides_at_ms: undefined }),
    problem,
    isAsking,
  }
}

export type SecretState = ReturnType<typeof useSecret>
