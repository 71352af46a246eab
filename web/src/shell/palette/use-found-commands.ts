import { useI18n } from '#i18n/i18n.tsx'
import { useMoney } from '#i18n/money.ts'
import { useTimes } from '#page/times.ts'
import { useUser } from '#session/session.ts'
import type { Command } from './command.ts'
import { foundCommands } from './found-commands.ts'
import { useFound } from './use-found.ts'

/** What only the server knows, as commands. */
export function useFoundCommands(typed: string): Command[] {
  const { t } = useI18n()
  const user = useUser()
  const { short } = useMoney()
  const { text } = useTimes()
  const found = useFound(typed)
  return user ? foundCommands(found, user, { t, money: short, day: (at) => text('date', at) }) : []
}
