import type { search } from '@portico/contract/search.ts'
import type { Handlers } from '#http/mount.ts'
import { find } from './find.ts'

export const searchHandlers: Handlers<typeof search> = { find }
