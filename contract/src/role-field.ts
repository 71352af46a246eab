import * as z from 'zod/mini'
import { ROLES } from './role.ts'

/** The caller's role on the active login: the page asks `may` what to offer, the server what to allow. */
export const role = z.enum(ROLES)
