import type { Boot } from '@portico/contract/boot.ts'
import { isLanguage, type Language, languageOfField, languageOfHeader } from '@portico/contract/language.ts'
import { THEME_VIEWS } from '@portico/contract/user.ts'
import { creditsOf } from '#access/room.ts'
import { sessionUser } from '#users/room.ts'
import type { RequestCtx } from '../ctx.ts'

export interface Wishes {
  language: string | undefined
  theme: string | undefined
  accept_language: string | undefined
}

/** What a page needs before its first paint. The user's own settings win over the cookie, the cookie over the browser. */
export async function bootOf(ctx: RequestCtx, wishes: Wishes, messages: Record<string, string>): Promise<Boot> {
  const { session } = ctx
  const user = session ? await sessionUser(ctx, session.user_id) : null
  return {
    brand: ctx.brand,
    language: user ? languageOfField(user.language) : visitorLanguage(wishes),
    theme_view: user?.theme_view ?? THEME_VIEWS.find((theme) => theme === wishes.theme) ?? 'system',
    user,
    credits: session ? await creditsOf({ ...ctx, session }) : null,
    production: ctx.env.production,
    messages,
  }
}

function visitorLanguage({ language, accept_language }: Wishes): Language {
  return isLanguage(language) ? language : languageOfHeader(accept_language)
}
