import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { text } from './form-fields.ts'
import { MESSAGES } from './rules.ts'
import { caller } from './usage.ts'

export const VIEWS_MAX = 50

const name = text(60).check(z.minLength(1, MESSAGES.required))
/** A view is an address: the address alone restores it. */
const view = z.object({ name: z.string(), path: z.string(), search: z.string() })
export type UsageView = z.infer<typeof view>
const views = z.object({ views: z.array(view) })

export const usageViews = {
  /** Views of the active account, by name. */
  getUsageViews: get('/api/usage/views', {
    caller,
    input: z.strictObject({}),
    output: z.extend(views, { can_save: z.boolean() }),
  }),
  /** An existing name is refused, unless its view is to be replaced. */
  saveUsageView: post('/api/usage/save-view', {
    caller: { ...caller, action: 'save_views' },
    input: z.strictObject({
      name,
      replace: z.optional(z.boolean()),
      path: text(100, MESSAGES.pattern).check(z.regex(/^\/(api|h2h)-detail(\/[a-z\d-]+)?$/, MESSAGES.pattern)),
      search: text(2000, MESSAGES.pattern).check(z.regex(/^(\?[^#\s]+)?$/, MESSAGES.pattern)),
    }),
    output: views,
  }),
  removeUsageView: post('/api/usage/remove-view', {
    caller: { ...caller, action: 'save_views' },
    input: z.strictObject({ name }),
    output: views,
  }),
}
