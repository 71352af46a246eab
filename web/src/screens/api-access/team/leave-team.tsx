import { team } from '@portico/contract/team.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Confirm } from '#forms/confirm.tsx'
import { useToast } from '#forms/use-toast.tsx'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useSession } from '#session/session.ts'

/** Asks before a member leaves, and continues with their own login. */
export function LeaveTeam({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const session = useSession()
  const toast = useToast()
  const leave = useMutation({
    mutationFn: () => call(team.leaveTeam, {}),
    onSuccess: ({ user }) => {
      session.update(user)
      toast.good('You left the team.')
      return client.invalidateQueries()
    },
    onError: toast.problem,
    onSettled: onClose,
  })
  return (
    <Confirm
      title={t('Leave the team of {name}?', { name })}
      action={t('Leave the team')}
      busy={leave.isPending}
      onClose={onClose}
      onConfirm={() => leave.mutate()}
    >
      <p>
        {t(
          'You lose access immediately, and your API passwords for this account stop working. You can only rejoin with a new invitation.',
        )}
      </p>
    </Confirm>
  )
}
