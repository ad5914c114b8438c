import { sql } from 'kysely'
import type { HomeLayout } from '#contract/admin/home.ts'
import { HomeCard, standardCards } from '#contract/admin/home-cards.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, StaffVisitor } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { requireVersion, versionOf } from './record-version.ts'

/** The cards of a member of staff, or the standard ones. Cards that this release does not know are left out. */
export async function readHomeLayout(db: Db, staffId: number): Promise<HomeLayout> {
  const row = await db
    .selectFrom('home_layouts')
    .select(sql<unknown[]>`cards`.as('cards'))
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  const cards = row ? row.cards.flatMap((card) => HomeCard.safeParse(card).data ?? []) : [...standardCards]
  return { cards, is_standard: !row, version: versionOf(row?.cards ?? null) }
}

type Change = Pick<HomeLayout, 'version'> & { cards: HomeLayout['cards'] | null }

/** Stores the cards of a member of staff, null for the standard ones. @throws 409 STALE_RECORD with what another browser stored */
export async function saveHomeLayout(
  db: Db,
  { id }: Pick<StaffVisitor, 'id'>,
  actor: Actor,
  { cards, version }: Change,
): Promise<HomeLayout> {
  return inTransaction(db, async (tx) => {
    const before = await requireVersion(
      tx,
      { type: 'home_layout', label: 'Home screen', id, version },
      readHomeLayout,
    )
    await tx.deleteFrom('home_layouts').where('staff_id', '=', id).execute()
    if (cards)
      await tx
        .insertInto('home_layouts')
        .values({ staff_id: id, cards: json(cards) })
        .execute()
    await writeAudit(tx, actor, {
      action: 'home_layout.save',
      record: { type: 'home_layout', id: String(id) },
      before: { cards: before.cards },
      after: { cards },
    })
    return readHomeLayout(tx, id)
  })
}
