import { bookCommand } from './book-commands.ts'
import { brandCommands } from './brand-commands.ts'
import type { Command } from './command.ts'
import { incidentCommands } from './incident-commands.ts'
import { loginCommands } from './login-commands.ts'
import { moneyCommands } from './money-commands.ts'
import { noticeCommands } from './notice-commands.ts'
import { offlineCommands } from './offline-commands.ts'
import { paymentCommands } from './payment-commands.ts'
import { priceCommands } from './price-commands.ts'
import { promoCommands } from './promo-commands.ts'
import { revenueCommand } from './revenue-commands.ts'
import { serviceCommands } from './service-commands.ts'
import { staffCommands } from './staff-commands.ts'
import { stateCommands } from './state-commands.ts'
import { tokenCommands } from './token-commands.ts'
import { uploadCommands } from './upload-commands.ts'
import { userCommands } from './user-commands.ts'
import { webhookCommands } from './webhook-commands.ts'

/** One row per command; each part adds its own. */
export const commands: Command[] = [
  ...stateCommands,
  ...serviceCommands,
  bookCommand,
  revenueCommand,
  ...moneyCommands,
  ...offlineCommands,
  ...userCommands,
  ...loginCommands,
  ...paymentCommands,
  ...promoCommands,
  ...priceCommands,
  ...uploadCommands,
  ...staffCommands,
  ...tokenCommands,
  ...webhookCommands,
  ...brandCommands,
  ...noticeCommands,
  ...incidentCommands,
]
