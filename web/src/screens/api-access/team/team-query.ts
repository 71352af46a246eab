import { team } from '@portico/contract/team.ts'
import { query } from '#lib/query.ts'
import { ACCESS_KEY } from '../access-queries.ts'

export const teamQuery = query([...ACCESS_KEY, 'team'], team.getTeam, {})
