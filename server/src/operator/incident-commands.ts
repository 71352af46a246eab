import { operator } from '@portico/contract/operator.ts'
import { command, usageError } from './command.ts'

/** Incidents on the status page. */
export const incidentCommands = [
  command(operator.updateIncident, {
    name: 'incident update',
    about: 'Writes an update of an incident on the status page and mails it to subscribers; the first one begins it.',
    arguments: ['id'],
    text: ({ id, updates, mails }) => `${id}: update ${updates} is on /status, and goes to ${mails} subscribers`,
  }),
  command(operator.listIncidents, {
    name: 'incident list',
    about: 'Lists the incidents of the last 90 days, newest first.',
    text: ({ incidents, subscribers }) => {
      const lines = incidents.map(({ id, state, impact, apis, began_at, updated_at, updates }) =>
        [id, state, impact, apis.join(',') || 'all', `${began_at} to ${updated_at}`, `${updates} updates`].join('  '),
      )
      return [...lines, `${subscribers} subscribers`].join('\n')
    },
  }),
  command(operator.removeIncident, {
    name: 'incident remove',
    about: 'Removes an incident and its updates from the status page; mails that were sent stay sent.',
    arguments: ['id'],
    text: ({ removed }, { id }) => {
      if (removed === 0) throw usageError(`There is no incident '${id}'.`)
      return `${id} removed`
    },
  }),
]
