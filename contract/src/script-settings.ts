import * as z from 'zod/mini'

/** What a visitor is asked about. A script of others is never necessary: each belongs to one of these. */
export const CATEGORIES = ['functional', 'analytics', 'marketing'] as const
export type Category = (typeof CATEGORIES)[number]

/** The parts others may play here; which one it is decides what it is told. */
export const SCRIPT_ROLES = ['chat', 'onboarding', 'push', 'analytics'] as const
export type ScriptRole = (typeof SCRIPT_ROLES)[number]

/** How a script is spoken to: a function, Google's list of arguments, or a list of commands. */
export const KINDS = ['messenger', 'gtag', 'queue'] as const
export type Kind = (typeof KINDS)[number]

export const publicScript = z.object({
  name: z.enum(SCRIPT_ROLES),
  kind: z.enum(KINDS),
  /** The public id the service knows us by. */
  id: z.string(),
  category: z.enum(CATEGORIES),
  /** Page views are for production; an operator who tries a service out may want them before. */
  in_development: z.boolean(),
})
export type PublicScript = z.infer<typeof publicScript>

export const scriptSettings = z.object({
  /** Where their frames have a home of their own; null: they live on our address as nobody, without cookies or storage. */
  frame_origin: z.nullable(z.string()),
  parties: z.array(publicScript),
  asks: z.array(z.enum(CATEGORIES)),
  /** Changes with what is asked about, so that an old answer does not stand for a new question. */
  revision: z.string(),
})
export type ScriptSettings = z.infer<typeof scriptSettings>

export const NO_SCRIPTS: ScriptSettings = { frame_origin: null, parties: [], asks: [], revision: '' }
