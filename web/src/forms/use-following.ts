import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Problem } from '#lib/problem.ts'

/** The saved values as shown in the fields, by their names. */
export type Shown = Record<string, string | boolean>

interface Followed {
  busy: boolean
  isChanged: boolean
  saves: number
  follow: (next: Shown) => boolean
  props: { onSubmit: (event: FormEvent) => Promise<void> }
}

/**
 * Keeps a form up to date with what is saved. Typed values stay; where others have changed something meanwhile, saving
 * needs a confirmation.
 */
export function useFollowing<F extends Followed>(form: F, shown: Shown) {
  const { busy, isChanged, saves, follow, props } = form
  const [isBehind, setBehind] = useState(false)
  const [pendingSubmit, setPendingSubmit] = useState<FormEvent>()
  const text = JSON.stringify(shown)
  const followed = useRef({ text, saves })
  useEffect(() => {
    if (busy) return
    const before = followed.current
    followed.current = { text, saves }
    if (text === before.text) return
    const isTyped = follow(JSON.parse(text))
    // The form's own save is no news to it, even when the user has typed since.
    setBehind(isTyped && saves <= before.saves)
  })
  useEffect(() => {
    if (!isChanged) setBehind(false)
  }, [isChanged])
  const isOutdated = isBehind && isChanged
  return {
    ...form,
    /** Others have saved something else since the typing began. */
    isOutdated,
    question: pendingSubmit && {
      cancel: () => setPendingSubmit(undefined),
      confirm: () => {
        setPendingSubmit(undefined)
        return props.onSubmit(pendingSubmit)
      },
    },
    props: {
      ...form.props,
      onSubmit: async (event: FormEvent) => {
        event.preventDefault()
        if (isOutdated) setPendingSubmit(event)
        else await props.onSubmit(event)
      },
    },
  }
}

/**
 * Where saving is refused because others have changed something, the saved values are loaded before the form continues.
 */
export function useLookAgain(query: QueryKey) {
  const client = useQueryClient()
  return async (saving: Promise<void>) => {
    try {
      await saving
    } catch (error) {
      if (error instanceof Problem && error.code === 'values_changed')
        await client.invalidateQueries({ queryKey: query })
      throw error
    }
  }
}
