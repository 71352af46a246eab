import { access, type IpRule } from '@portico/contract/access.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { Problem } from '#lib/problem.ts'
import { useTelling } from '#session/use-telling.tsx'
import { ACCESS_KEY, ipAccessQuery } from '../access-queries.ts'
import { addRules } from './paste-ip-rules.ts'

/** The list as it is being changed. It is saved only after the server has said whom it would lock out. */
export function useIpDraft(saved: IpRule[]) {
  const client = useQueryClient()
  const telling = useTelling()
  const [draft, setDraft] = useState<IpRule[]>()
  const [lockedOut, setLockedOut] = useState<string[]>([])
  const rules = draft ?? saved
  const save = useMutation({
    mutationFn: async (list: IpRule[] | undefined) => {
      if (!list) throw new Problem('too_many')
      return call(access.saveIpAccess, { rules: list, check: false })
    },
    onSuccess: (answer) => {
      setDraft(undefined)
      setLockedOut([])
      client.setQueryData(ipAccessQuery.queryKey, answer)
      telling.good(answer.rules.length > 0 ? 'The list of IP addresses was saved.' : 'Any IP address is allowed now.')
      return client.invalidateQueries({ queryKey: [...ACCESS_KEY, 'activity'] })
    },
  })
  const check = useMutation({
    mutationFn: (list: IpRule[]) => call(access.saveIpAccess, { rules: list, check: true }),
    onSuccess: ({ locked_out }, list) => {
      if (locked_out.length > 0) setLockedOut(locked_out)
      else save.mutate(list)
    },
  })
  return {
    rules,
    isChanged: draft !== undefined,
    isBusy: check.isPending || save.isPending,
    problem: check.error ?? save.error,
    /** Whom saving would lock out; empty as long as nobody has to decide. */
    lockedOut,
    remove: (cidr: string) => setDraft(rules.filter((rule) => rule.cidr !== cidr)),
    /** False when the list has no room for them. */
    add(more: IpRule[]): boolean {
      const all = addRules(rules, more)
      if (all && all.length > rules.length) setDraft(all)
      return all !== undefined
    },
    discard() {
      setDraft(undefined)
      check.reset()
      save.reset()
    },
    askAndSave() {
      save.reset()
      check.mutate(rules)
    },
    saveAnyway: () => save.mutate(rules),
    saveWith(addresses: string[]) {
      const more = addresses.map((cidr) => ({ cidr, label: '' }))
      save.mutate(addRules(rules, more))
    },
    think: () => setLockedOut([]),
  }
}

export type IpDraft = ReturnType<typeof useIpDraft>
