import { access, type IpRule } from '@portico/contract/access.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useToast } from '#forms/use-toast.tsx'
import { call } from '#lib/api.ts'
import { Problem } from '#lib/problem.ts'
import { ACCESS_KEY, ipAccessQuery } from '../access-queries.ts'
import { changedList, type IpChanges, NO_CHANGES, without } from './ip-changes.ts'
import { addRules } from './paste-ip-rules.ts'

/** The list being edited. It is saved only after the server has named whom it would lock out. */
export function useIpDraft(saved: IpRule[]) {
  const client = useQueryClient()
  const toast = useToast()
  const [changes, setChanges] = useState<IpChanges>(NO_CHANGES)
  const [lockedOut, setLockedOut] = useState<string[]>([])
  const rules = changedList(saved, changes)
  const seen = saved.map(({ cidr }) => cidr)
  /** The current list is shown with the changes, which are saved only on a second request. */
  const lookAgain = (error: Error) => {
    if (!(error instanceof Problem) || error.code !== 'list_changed') return
    setLockedOut([])
    return client.invalidateQueries({ queryKey: ipAccessQuery.queryKey })
  }
  const save = useMutation({
    mutationFn: async (list: IpRule[] | undefined) => {
      if (!list) throw new Problem('too_many')
      return call(access.saveIpAccess, { rules: list, check: false, seen })
    },
    onSuccess: (answer) => {
      setChanges(NO_CHANGES)
      setLockedOut([])
      client.setQueryData(ipAccessQuery.queryKey, answer)
      toast.good(answer.rules.length > 0 ? 'The list of IP addresses was saved.' : 'Any IP address is allowed now.')
      return client.invalidateQueries({ queryKey: [...ACCESS_KEY, 'activity'] })
    },
    onError: lookAgain,
  })
  const check = useMutation({
    mutationFn: (list: IpRule[]) => call(access.saveIpAccess, { rules: list, check: true, seen }),
    onSuccess: ({ locked_out }, list) => {
      if (locked_out.length > 0) setLockedOut(locked_out)
      else save.mutate(list)
    },
    onError: lookAgain,
  })
  return {
    rules,
    isChanged: changes.added.length + changes.removed.length > 0,
    isBusy: check.isPending || save.isPending,
    problem: check.error ?? save.error,
    /** The callers that saving would lock out; empty while no decision is needed. */
    lockedOut,
    remove: (cidr: string) => setChanges(without(changes, cidr)),
    /** False when the list is full. */
    add(more: IpRule[]): boolean {
      const all = addRules(rules, more)
      if (all) setChanges({ ...changes, added: [...changes.added, ...all.slice(rules.length)] })
      return all !== undefined
    },
    discard() {
      setChanges(NO_CHANGES)
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
