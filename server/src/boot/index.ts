import type { Boot } from '@portico/contract/boot.ts'
import { isLanguage, type Language, languageOfField, languageOfHeader } from '@portico/contract/language.ts'
import { THEME_VIEWS } from '@portico/contract/user.ts'
import { activeLogin, creditsOf } from '#access/index.ts'
import type { RequestCtx } from '#ctx/ctx.ts'
import { noticesAt } from '#notices/index.ts'
import { scriptsFor } from '#scripts/index.ts'
import { carriedInvitation, checkInvitation } from '#team/index.ts'
import { hadTrial, sessionUser, userById } from '#users/index.ts'
import { shownInDemo } from './shown-in-demo.ts'

export interface Preferences {
  language: string | undefined
  theme: string | undefined
  accept_language: string | undefined
}

/** The data of a page's first paint. The user's own settings win over the cookie, the cookie over the browser. */
export async function bootOf(
  ctx: RequestCtx,
  preferences: Preferences,
  messages: Record<string, string>,
  address = '',
): Promise<Boot> {
  const { session } = ctx
  const staff = session?.staff_id ? await userById(ctx, session.staff_id) : undefined
  const carried = session ? undefined : carriedInvitation(address)
  const reader = session ? { ...ctx, session, db: ctx.readAs(session) } : undefined
  const user = reader ? await sessionUser(reader, reader.session.user_id) : null
  const isHeldBack = session?.is_held_back && session.staff_id === null
  const credits = reader && !isHeldBack ? await creditsOf(reader) : null
  return {
    ...shownInDemo(ctx),
    language: user ? languageOfField(user.language) : visitorLanguage(preferences),
    theme_view: user?.theme_view ?? THEME_VIEWS.find((theme) => theme === preferences.theme) ?? 'system',
    user,
    credits,
    currency: ctx.env.currency,
    production: ctx.env.production,
    serves: ctx.serves,
    password_min: ctx.env.password_min,
    impersonated_by: staff?.name ?? null,
    staged_email: ctx.flow.forgot?.email ?? null,
    invitation: carried ? await checkInvitation(ctx, carried) : null,
    had_trial:
      reader !== undefined &&
      user !== null &&
      credits?.trial?.total_micros === 0 &&
      (await hadTrialBefore(ctx, await activeLogin(reader), user)),
    notices: user ? await noticesAt(ctx, user.id) : [],
    community: ctx.env.community.url !== undefined,
    scripts: scriptsFor(ctx),
    worker: ctx.env.worker,
    offline: false,
    messages,
  }
}

function visitorLanguage({ language, accept_language }: Preferences): Language {
  return isLanguage(language) ? language : languageOfHeader(accept_language)
}

/** A login without any money has its reason, where the owner had the trial credit with an earlier account. */
async function hadTrialBefore(
  ctx: RequestCtx,
  login: { owner_id: number },
  { id, email }: { id: number; email: string },
): Promise<boolean> {
  return login.owner_id === id && (await hadTrial(ctx, email))
}
