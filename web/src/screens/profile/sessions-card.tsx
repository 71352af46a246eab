import { deviceOf } from '@portico/contract/device.ts'
import { profile, type SessionInfo } from '@portico/contract/profile.ts'
import { useState } from 'react'
import cards from '#forms/card-page.module.css'
import { Confirm } from '#forms/confirm.tsx'
import { useAction } from '#forms/use-action.ts'
import { type Translator, useI18n } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { deviceName } from '#step-up/device-name.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Button } from '#ui/input/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Card } from '#ui/show/card.tsx'
import { relativeTime } from '#ui/text/relative-time.ts'
import { Line } from './line.tsx'
import styles from './profile.module.css'
import { profileQuery } from './profile-query.ts'

const SHOWN_FIRST = 3

/** The sessions of this user; `now_ms` is when the list was requested. */
export function SessionsCard({ sessions, now_ms }: { sessions: SessionInfo[]; now_ms: number }) {
  const translator = useI18n()
  const { t } = translator
  const [isAsking, setAsking] = useState(false)
  const [isAll, setAll] = useState(false)
  const end = useAction({
    work: (public_id: string) => call(profile.endSession, { public_id }),
    done: 'The session was ended.',
    changes: profileQuery.queryKey,
  })
  const endOthers = useAction({
    work: () => call(profile.endOtherSessions, {}),
    done: 'All other sessions were ended.',
    changes: profileQuery.queryKey,
  })
  const hasOthers = sessions.some((session) => !session.is_current)
  const inOrder = sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current))
  return (
    <Card
      id="sessions"
      className={cards.card}
      title={t('Sessions and devices')}
      note={t('Where you are signed in. End sessions you don’t recognize, then change your password.')}
      actions={
        hasOthers && (
          <Button size="small" onClick={() => setAsking(true)}>
            {t('End all other sessions')}
          </Button>
        )
      }
    >
      <ul className={styles.lines}>
        {(isAll ? inOrder : inOrder.slice(0, SHOWN_FIRST)).map((session) => (
          <Line
            key={session.public_id}
            mark={<Icon name={deviceOf(session.user_agent).isPhone ? 'phone' : 'monitor'} />}
            title={
              <>
                {deviceName(session.user_agent, t)}
                {session.is_current && <Badge tone="accent">{t('This device')}</Badge>}
              </>
            }
            note={noteOf(session, translator, now_ms)}
            action={
              !session.is_current && (
                <Button
                  size="small"
                  aria-label={`${t('End session')}, ${deviceName(session.user_agent, t)}`}
                  busy={end.isPending && end.variables === session.public_id}
                  onClick={() => end.mutate(session.public_id)}
                >
                  {t('End session')}
                </Button>
              )
            }
          />
        ))}
      </ul>
      {!isAll && inOrder.length > SHOWN_FIRST && (
        <Button size="small" tone="quiet" iconEnd="chevron-down" className={styles.more} onClick={() => setAll(true)}>
          {t('Show all {count}', { count: inOrder.length })}
        </Button>
      )}
      {isAsking && (
        <Confirm
          title={t('End all other sessions?')}
          action={t('End all other sessions')}
          busy={endOthers.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => endOthers.mutate(undefined, { onSettled: () => setAsking(false) })}
        >
          <p>{t('All other browsers and devices are signed out immediately. API access is not affected.')}</p>
        </Confirm>
      )}
    </Card>
  )
}

function noteOf(
  { ip, is_current, last_seen_at, created_at }: SessionInfo,
  { t, language }: Translator,
  now_ms: number,
) {
  const begun = t('signed in {when}', { when: relativeTime(created_at, now_ms, language) })
  if (is_current) return `${ip} · ${begun}`
  return `${ip} · ${t('last seen {when}', { when: relativeTime(last_seen_at, now_ms, language) })} · ${begun}`
}
