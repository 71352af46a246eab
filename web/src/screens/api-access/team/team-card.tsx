import { may } from '@portico/contract/permissions.ts'
import type { OwnRights } from '@portico/contract/team.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import cards from '#forms/card-page.module.css'
import { useT } from '#i18n/i18n.tsx'
import { useLocation } from '#lib/location.ts'
import { Button } from '#ui/input/button.tsx'
import { Lazy } from '#ui/lazy.tsx'
import { Card } from '#ui/show/card.tsx'
import { EmptyLine } from '#ui/show/empty-line.tsx'
import { loginsQuery } from '../access-queries.ts'
import styles from '../api-access.module.css'
import { canMoveMoney } from '../logins/login-words.ts'
import { Logins } from '../logins/logins.tsx'
import type { TransferStart } from '../logins/transfer-choice.ts'
import { useNamedCard } from '../use-named-card.ts'
import { TeamInvitations } from './team-invitations.tsx'
import { TeamMembers } from './team-members.tsx'
import { teamQuery } from './team-query.ts'

const loadAddLogin = async () => (await import('../logins/add-login-dialog.tsx')).AddLoginDialog
const loadMoveMoney = async () => (await import('../logins/move-money-dialog.tsx')).MoveMoneyDialog
const loadInvite = async () => (await import('./invite-dialog.tsx')).InviteDialog

/** Until it is known what one may change. */
const NOTHING: OwnRights = { role: 'viewer', cap_micros: null }

/** The logins one may work on, and the people who share the active one. */
export function TeamCard() {
  const t = useT()
  const [open, setOpen] = useState<'login' | 'invite'>()
  const { data, dataUpdatedAt, isError, refetch } = useQuery(teamQuery)
  const { data: logins } = useQuery(loginsQuery)
  useNamedCard('team', data !== undefined)
  const own = data?.own ?? NOTHING
  const canManage = may(own.role, 'manage_team')
  const close = () => setOpen(undefined)
  const [moving, setMoving] = useState<TransferStart>()
  const canMove = logins !== undefined && canMoveMoney(logins.logins, logins.role)
  useBegun(
    useLocation().hash,
    { '#invite': canManage, '#add-login': logins !== undefined && may(logins.role, 'manage_logins') },
    (hash) => setOpen(hash === '#invite' ? 'invite' : 'login'),
  )
  return (
    <Card
      id="team"
      title={t('Logins and team')}
      note={t('Each login has its own password, balance and limits. Team members can use all logins of the account.')}
      className={cards.card}
      actions={
        <>
          {canMove && (
            <Button size="small" icon="arrow-right" onClick={() => setMoving({})}>
              {t('Move funds')}
            </Button>
          )}
          {logins && may(logins.role, 'manage_logins') && (
            <Button size="small" icon="plus" onClick={() => setOpen('login')}>
              {t('Add a machine login')}
            </Button>
          )}
          {canManage && (
            <Button size="small" icon="users" onClick={() => setOpen('invite')}>
              {t('Invite')}
            </Button>
          )}
        </>
      }
      flush
    >
      <Logins onMove={canMove ? setMoving : undefined} />
      <h3 className={styles.tableTitle}>{t('Your team')}</h3>
      <TeamMembers owner={data?.owner} members={data?.members} own={own} error={!data && isError} onRetry={refetch} />
      {data?.members.length === 0 && (
        <EmptyLine icon="users" title={t('No team members yet')}>
          {canManage
            ? t('Invite colleagues by e-mail. You choose what they can do and how much they can spend per day.')
            : t('Owners and admins of this login can invite others.')}
        </EmptyLine>
      )}
      {data && data.invitations.length > 0 && (
        <>
          <h3 className={styles.tableTitle}>{t('Pending invitations')}</h3>
          <TeamInvitations invitations={data.invitations} own={own} now_ms={dataUpdatedAt} />
        </>
      )}
      {open === 'login' && (
        <Lazy
          load={loadAddLogin}
          props={{
            onMove: logins && may(logins.role, 'move_money') ? (to: string) => setMoving({ to }) : undefined,
            onClose: close,
          }}
          waiting={null}
        />
      )}
      {moving && (
        <Lazy load={loadMoveMoney} props={{ first: moving, onClose: () => setMoving(undefined) }} waiting={null} />
      )}
      {open === 'invite' && <Lazy load={loadInvite} props={{ own, onClose: close }} waiting={null} />}
    </Card>
  )
}

/** An address may ask to begin something, once it is known that one may. */
function useBegun(hash: string, allowed: Record<string, boolean>, begin: (hash: string) => void): void {
  const start = useEffectEvent(begin)
  const isRequested = allowed[hash] ?? false
  useEffect(() => {
    if (isRequested) start(hash)
  }, [hash, isRequested])
}
