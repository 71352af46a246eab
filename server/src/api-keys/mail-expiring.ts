import { KEY_MAIL_DAYS } from '@portico/contract/api-keys.ts'
import { languageOfField } from '@portico/contract/language.ts'
import { DAY_MS } from '@portico/contract/time.ts'
import { activePeople } from '#access/index.ts'
import { takeExpiring } from '#access/secrets/index.ts'
import type { Ctx } from '#ctx/ctx.ts'
import { inTx } from '#db/tx.ts'
import { enqueueMail } from '#mail/index.ts'
import { siteOfAccount } from '#whitelabel/index.ts'

/** Job: mails the maker of each key some days before it expires, once. Returns the number of mails. */
export async function mailExpiringKeys(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now()
  return inTx(ctx.db, async (db) => {
    const keys = await takeExpiring(db, now, new Date(now.getTime() + KEY_MAIL_DAYS * DAY_MS))
    const makers = keys.map(({ user_id }) => user_id)
    const people = await activePeople(db, makers)
    let mailed = 0
    for (const { user_id, name: key, login, expires_at } of keys) {
      const person = people.find(({ id }) => id === user_id)
      if (!person) continue
      mailed += 1
      const site = await siteOfAccount(ctx, user_id)
      await enqueueMail(
        { ...ctx, db },
        {
          to: person.email,
          site,
          template: 'key_expires',
          language: languageOfField(person.language),
          data: {
            name: person.name,
            key,
            login,
            at: expires_at.toISOString(),
            link: new URL('/api-access#keys', site.origin).href,
          },
        },
      )
    }
    return mailed
  })
}
