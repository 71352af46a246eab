import { joinTeam } from '@portico/contract/join-team.ts'
import type { GivenRole } from '@portico/contract/role.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { UNTIL_CLOSED, useToast } from '#forms/use-toast.tsx'
import { type MessageKey, useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { currentLocation, navigate } from '#lib/location.ts'
import { paths } from '#lib/paths.ts'
import { Problem } from '#lib/problem.ts'
import { useOnce } from '#lib/use-once.ts'
import { forgetInvitation, storedInvitation, withoutInvitation } from '#public-pages/invitation.ts'
import { useSession, useUser } from '#session/session.ts'
import { showOtherLogin } from '#session/show-other-login.ts'
import { signOut } from '#session/sign-out.ts'
import { useJoinedToast } from '#session/use-joined-toast.ts'
import { Button } from '#ui/input/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

/** The rights of each role, shown to the invited user. */
const ROLE_PROMISES: Record<GivenRole, MessageKey> = {
  admin: 'You join as an admin: you can do everything an owner can, except adding and changing admins.',
  developer: 'You join as a developer: you can use credentials, the playground, usage, errors and settings.',
  finance: 'You join with the Finance role: you can see payments, invoices and usage, and make payments.',
  viewer: 'You join as a viewer: you can see usage and errors, but not change anything.',
}

/** A signed-in user who has opened an invitation decides whether to join; nothing happens automatically. */
export function JoinTeam() {
  const t = useT()
  const user = useUser()
  const session = useSession()
  const client = useQueryClient()
  const toast = useToast({ error_ms: UNTIL_CLOSED })
  const showJoined = useJoinedToast()
  const [key] = useState(storedInvitation)
  const [isOver, setOver] = useState(false)
  const { answer } = useOnce(
    () => call(joinTeam.checkInvitation, key ?? {}),
    ({ open }) => {
      if (open) return
      forgetInvitation()
      toast.problem(new Problem('invitation_over'))
    },
  )
  useEffect(() => {
    const { path, search, hash } = currentLocation()
    const rest = withoutInvitation(search)
    if (path === paths.apiDashboard && rest !== search) navigate(`${path}${rest}${hash}`, { replace: true })
  }, [])
  const end = () => {
    forgetInvitation()
    setOver(true)
  }
  const accept = useMutation({
    mutationFn: () => call(joinTeam.acceptInvitation, key ?? {}),
    onSuccess: async (accepted) => {
      end()
      const renewed = showOtherLogin(client, session, accepted.user)
      showJoined(accepted.joined)
      navigate(paths.apiDashboard)
      return renewed
    },
    onError: (error) => {
      toast.problem(error)
      // Used up or withdrawn meanwhile: then there is nothing left to ask.
      if (error instanceof Problem && error.code === 'invitation_over') end()
    },
  })
  const leave = useMutation({ mutationFn: () => signOut(session), onError: toast.problem })
  const pending = answer.state === 'here' ? answer.value.open : null
  if (!pending || !user || isOver) return null
  return (
    <Dialog
      open
      title={t('Join {team}?', { team: pending.team })}
      onClose={() => setOver(true)}
      footer={
        <>
          <Button onClick={end}>{t('Decline')}</Button>
          {pending.is_for_you ? (
            <Button tone="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
              {t('Accept')}
            </Button>
          ) : (
            <Button tone="primary" busy={leave.isPending} onClick={() => leave.mutate()}>
              {t('Sign out')}
            </Button>
          )}
        </>
      }
    >
      {pending.is_for_you ? (
        <>
          <p>{t(ROLE_PROMISES[pending.role])}</p>
          <p>{t('Your own logins and balance stay as they are.')}</p>
        </>
      ) : (
        <>
          <p>
            {t('This invitation was sent to {email}; you are signed in as {own}.', {
              email: pending.email,
              own: user.email,
            })}
          </p>
          <p>{t('Sign out and open it with the right account, or decline it.')}</p>
        </>
      )}
    </Dialog>
  )
}
