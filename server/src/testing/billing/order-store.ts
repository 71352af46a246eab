import type { OrderFacts } from '#ctx/ctx.ts'
import type { Db } from '#db/db.ts'

export async function insertTestOrder(db: Db, order: OrderFacts & { paid_at: Date }): Promise<void> {
  const { tax_facts, ...row } = order
  await db
    .insertInto('payment_orders')
    .values({
      ...row,
      created_by: null,
      origin: 'https://dashboard.example.com',
      tax_facts: JSON.stringify(tax_facts),
      state: 'paid',
      changed_at: row.created_at,
    })
    .execute()
}
