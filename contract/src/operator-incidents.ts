import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { text } from './form-fields.ts'
import { by, typed } from './operator-fields.ts'

export const INCIDENT_STATES = ['investigating', 'identified', 'monitoring', 'resolved'] as const
export type IncidentState = (typeof INCIDENT_STATES)[number]
export const IMPACTS = ['none', 'degraded', 'outage'] as const
export type Impact = (typeof IMPACTS)[number]

const name = text(60).check(z.regex(/^[a-z0-9-]{1,60}$/, 'must be 1 to 60 small letters, digits and dashes'))
const words = z.optional(
  text(1000, 'must have at most 1000 characters').check(z.trim(), z.minLength(1, 'must not be blank')),
)
const languages = {
  en: typed(words, 'what happens, in English; readers of a language without a text of its own get it', {
    option: 'text',
    value: 'text',
  }),
  ru: typed(words, 'the same in Russian', { option: 'text-ru', value: 'text' }),
  de: typed(words, 'the same in German', { option: 'text-de', value: 'text' }),
  es: typed(words, 'the same in Spanish', { option: 'text-es', value: 'text' }),
  fr: typed(words, 'the same in French', { option: 'text-fr', value: 'text' }),
}

/** Incidents on the status page, part of `operator`. */
export const incidentOperations = {
  /** The first update of a name begins the incident. Subscribers get it by mail. */
  updateIncident: post('/api/operator/incident', {
    caller: 'operator',
    staff: 'publish',
    input: z.strictObject({
      id: name,
      state: typed(z.enum(INCIDENT_STATES, `must be one of ${INCIDENT_STATES.join(', ')}`), 'how far it is'),
      impact: typed(
        z.optional(z.enum(IMPACTS, `must be one of ${IMPACTS.join(', ')}`)),
        'how bad it is; without it as in the update before, at first degraded',
      ),
      apis: typed(
        z.optional(z.array(text(60)).check(z.maxLength(100))),
        'names of the APIs, such as serp,backlinks; without it as in the update before, at first all',
        { value: 'names', none: 'all' },
      ),
      ...languages,
      by,
    }),
    output: z.object({ id: z.string(), updates: z.number(), mails: z.number() }),
  }),
  listIncidents: get('/api/operator/incidents', {
    caller: 'operator',
    staff: 'see_service',
    input: z.strictObject({}),
    output: z.object({
      incidents: z.array(
        z.object({
          id: z.string(),
          state: z.enum(INCIDENT_STATES),
          impact: z.enum(IMPACTS),
          apis: z.array(z.string()),
          began_at: z.string(),
          updated_at: z.string(),
          updates: z.number(),
          /** All of them, newest first, with their texts by language. */
          history: z.array(
            z.object({
              at: z.string(),
              state: z.enum(INCIDENT_STATES),
              impact: z.enum(IMPACTS),
              apis: z.array(z.string()),
              texts: z.record(z.string(), z.string()),
            }),
          ),
        }),
      ),
      subscribers: z.number(),
    }),
  }),
  removeIncident: post('/api/operator/incident-remove', {
    caller: 'operator',
    staff: 'publish',
    input: z.strictObject({ id: name, by }),
    output: z.object({ removed: z.number() }),
  }),
}
