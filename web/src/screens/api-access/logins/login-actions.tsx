import { access, type LoginInfo } from '@portico/contract/access.ts'
import { useState } from 'react'
import { Confirm } from '#forms/confirm.tsx'
import { useAction } from '#forms/use-action.ts'
import { useT } from '#i18n/i18n.tsx'
import { call } from '#lib/api.ts'
import { useSwitchLogin } from '#session/switch-login.ts'
import { IconButton } from '#ui/input/button.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import type { MenuEntry } from '#ui/overlay/menu-items.tsx'
import { ACCESS_KEY } from '../access-queries.ts'
import type { TransferStart } from './transfer-choice.ts'

type LoginActionsProps = {
  login: LoginInfo
  canTurn: boolean
  onMove: ((input: TransferStart) => void) | undefined
}

export function LoginActions({ login: { login, kind, is_active, status }, canTurn, onMove }: LoginActionsProps) {
  const t = useT()
  const change = useSwitchLogin()
  const [isAsking, setAsking] = useState(false)
  const turnOff = useAction({
    work: () => call(access.setLoginOff, { login, off: true }),
    done: 'The login was turned off.',
    changes: ACCESS_KEY,
  })
  const turnOn = useAction({
    work: () => call(access.setLoginOff, { login, off: false }),
    done: 'The login was turned on.',
    changes: ACCESS_KEY,
  })
  const entries: MenuEntry[] = []
  if (!is_active)
    entries.push({ label: t('Switch to this login'), icon: 'repeat', onSelect: () => change.mutate(login) })
  // A machine login is there to be given money, the personal one is where money comes in.
  if (onMove)
    entries.push({
      label: t('Move funds'),
      icon: 'arrow-right',
      onSelect: () => onMove(kind === 'machine' ? { to: login } : { from: login }),
    })
  if (canTurn && status === 'active')
    entries.push({ label: t('Turn off'), icon: 'lock', tone: 'danger', onSelect: () => setAsking(true) })
  if (canTurn && status === 'off') entries.push({ label: t('Turn on'), icon: 'check', onSelect: () => turnOn.mutate() })
  if (entries.length === 0) return null
  const name = t('Actions for {name}', { name: login })
  return (
    <>
      <Menu
        label={name}
        entries={entries}
        position={{ side: 'bottom', align: 'end' }}
        trigger={(props) => <IconButton {...props} icon="more" size="small" label={name} />}
      />
      {isAsking && (
        <Confirm
          title={t('Turn off {login}?', { login })}
          action={t('Turn off')}
          busy={turnOff.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => turnOff.mutate(undefined, { onSettled: () => setAsking(false) })}
        >
          <p>
            {t('All its requests are refused immediately. Balance and history are kept, and you can turn it on again.')}
          </p>
        </Confirm>
      )}
    </>
  )
}
