import { sql } from 'kysely'
import type { Db } from '#server/platform/kernel/context.ts'
import type { Person, PluginPersonalData } from '#server/platform/kernel/plugin.ts'
import { definePluginJob } from '#server/shop/plugins/define-plugin-job.ts'
import { LINK_DAYS } from './cart-link.server.ts'
import { abandonedCart } from './plugin.ts'

/** What is left then counts mails and orders, without a person. */
const KEEP_DAYS = 400

const isOf = ({ id, email }: Person) =>
  sql`(a.customer_id = ${id} or (a.email <> '' and a.email = lower(${email})))`

const forget = sql`email = '', lines = '[]', customer_id = null, next_mail_at = null`

export const abandonedCartPersonalData: PluginPersonalData = {
  tables: ['abandoned_carts'],
  read: async (db, person) => ({ abandoned_carts: await readCartsOf(db, person) }),
  erase: (tx, person) => sql`update abandoned_carts a set ${forget} where ${isOf(person)}`.execute(tx),
}

async function readCartsOf(db: Db, person: Person) {
  const { rows } = await sql`
    select a.abandoned_at, a.email, a.state, a.mails, a.last_mail_at, a.opened_at,
      array(select line ->> 'name' from jsonb_array_elements(a.lines) line) as products
    from abandoned_carts a where ${isOf(person)} order by a.id`.execute(db)
  return rows
}

/** Person and goods 30 days after the last mail, or after the cart was left; the row itself later. */
export async function forgetCarts(db: Db): Promise<void> {
  await sql`update abandoned_carts set ${forget}
    where coalesce(last_mail_at, abandoned_at) < now() - make_interval(days => ${LINK_DAYS})
      and (email <> '' or lines <> '[]' or customer_id is not null)`.execute(db)
  await sql`delete from abandoned_carts where abandoned_at < now() - make_interval(days => ${KEEP_DAYS})`.execute(
    db,
  )
}

export const forgetCartsJob = definePluginJob(abandonedCart, {
  name: 'forget-carts',
  schedule: { every: 86_400 },
  run: async (_, { db }) => forgetCarts(db),
})
