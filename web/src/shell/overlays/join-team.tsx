import { team } from '@portico/contract/team.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useNotice } from '#session/notice.ts'
import { useSession, useUser } from '#session/session.ts'
import { signOut } from '#session/sign-out.ts'
import { useVisit } from '#session/visit.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { invitationQuery } from './invitation-query.ts'
import { ROLE_PROMISES } from './role-promises.ts'

/**
 * Who has opened an invitation and is signed in is asked whether to join; nothing happens by itself. The server is asked
 * once more, since the page may have been drawn before the sign-in.
 */
export function JoinTeam() {
  const t = useT()
  const { invitation, impersonated_by } = useVisit()
  const user = useUser()
  const session = useSession()
  const client = useQueryClient()
  const notice = useNotice()
  const [isPutOff, setPutOff] = useState(false)
  const isAsked = invitation !== null && impersonated_by === null
  const { data } = useQuery({ ...invitationQuery, enabled: isAsked })
  const fail = (error: unknown) => {
    notice.bad(error)
    // Used up or withdrawn meanwhile: then there is nothing left to ask.
    return client.invalidateQueries({ queryKey: invitationQuery.queryKey })
  }
  const accept = useMutation({
    mutationFn: () => call(team.acceptInvitation, {}),
    onSuccess: (answer) => {
      session.update(answer.user)
      notice.good('You joined the team.')
      return client.invalidateQueries()
    },
    onError: fail,
  })
  const decline = useMutation({
    mutationFn: () => call(team.declineInvitation, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: invitationQuery.queryKey }),
    onError: fail,
  })
  const leave = useMutation({ mutationFn: () => signOut(session), onError: (error) => void notice.bad(error) })
  const pending = data?.pending
  if (!isAsked || !pending || !user || isPutOff) return null
  return (
    <Dialog
      open
      title={t('Join {team}?', { team: pending.team })}
      onClose={() => setPutOff(true)}
      footer={
        <>
          <Button busy={decline.isPending} onClick={() => decline.mutate()}>
            {t('Decline')}
          </Button>
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
