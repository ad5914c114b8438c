import type { Config } from '#server/platform/config/config.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { createLoginLink } from './login-link.ts'

export const DEMO_OWNER = 'owner@kilnandloom.example'

/**
 * The owner of the demo shop, who signs in by link only. Created once for a shop without staff; a blocked or renamed one
 * stays so.
 */
export async function seedDemoOwner(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('staff').select('id').limit(1).executeTakeFirst()
    if (known) return
    await tx
      .insertInto('staff')
      .values({ email: DEMO_OWNER, name: 'Meera Kulkarni', role: 'owner' })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute()
  })
}

/** A one-time link for the demo owner; undefined in a shop that has none. */
export async function createDemoLink(db: Db, config: Pick<Config, 'storeUrl'>): Promise<string | undefined> {
  const owner = await db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', DEMO_OWNER)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return owner && (await createLoginLink(db, config, owner.id)).url
}
