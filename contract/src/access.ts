import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const accessInfo = z.object({ api_login: z.string(), available_api_logins: z.array(z.string()) })
export const credits = z.object({ balance: z.number(), balance_micros: z.number() })
export type Credits = z.infer<typeof credits>

export const access = {
  getAccessInfo: endpoint({
    method: 'GET',
    path: '/api/access/info',
    caller: 'user',
    input: z.strictObject({}),
    output: accessInfo,
  }),
  getApiUserCredits: endpoint({
    method: 'GET',
    path: '/api/access/credits',
    caller: 'user',
    input: z.strictObject({}),
    output: credits,
    background: true,
  }),
}
