import * as z from 'zod/mini'
import { ROLES } from './role.ts'

/** The caller's role on the active login: page and server decide by `may`. */
export const role = z.enum(ROLES)
