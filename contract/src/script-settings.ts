import * as z from 'zod/mini'

/** Categories of consent. A third-party script is never necessary: each belongs to one of these. */
export const CATEGORIES = ['functional', 'analytics', 'marketing'] as const
export type Category = (typeof CATEGORIES)[number]

/** Roles of third-party scripts; the role decides which data a script gets. */
export const SCRIPT_ROLES = ['chat', 'onboarding', 'push', 'analytics'] as const
export type ScriptRole = (typeof SCRIPT_ROLES)[number]

/** The interface of a script: a function, Google's list of arguments, or a list of commands. */
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
  /** The origin of their frames; null: they run on our address sandboxed, without cookies or storage. */
  frame_origin: z.nullable(z.string()),
  parties: z.array(publicScript),
  asks: z.array(z.enum(CATEGORIES)),
  /** Changes with the configured scripts, so that an old consent does not cover a new question. */
  revision: z.string(),
})
export type ScriptSettings = z.infer<typeof scriptSettings>

export const NO_SCRIPTS: ScriptSettings = { frame_origin: null, parties: [], asks: [], revision: '' }
