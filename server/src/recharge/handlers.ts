import type { recharge } from '@portico/contract/recharge.ts'
import type { Handlers } from '#http/mount.ts'
import { saveRecharge, turnOff } from './change-recharge.ts'
import { getActive, getRecharge } from './get-recharge.ts'

export const rechargeHandlers: Handlers<typeof recharge> = { getActive, getRecharge, saveRecharge, turnOff }
