import { sql } from 'kysely'
import { type SetupStep, setupSteps } from '#contract/admin/home.ts'
import type { Channel } from '../kernel/channel.ts'
import type { Db, StaffVisitor } from '../kernel/context.ts'
import { type Actor, writeAudit } from '../staff/audit-log.ts'

/**
 * What a new shop still needs, each step computed from its data; hidden steps are left out. Empty once all others are
 * done. Back office, "Home".
 */
export async function readSetup(db: Db, { id }: Channel): Promise<{ step: SetupStep; is_done: boolean }[]> {
  const [{ rows }, hidden] = await Promise.all([
    sql<Record<SetupStep, boolean>>`select
      coalesce((select value #>> '{}' from settings where key = 'store_name'), '') <> '' as store_name,
      (select s.appearance #>> '{logo1,path}' is not null from storefronts s where s.channel_id = ${id}) is true as logo,
      exists (select from products where is_published) as product,
      exists (select from shipping_methods where is_active) as delivery,
      exists (select from payment_methods where is_active) as payment,
      exists (select from tax_rates) as tax,
      (select count(distinct p.slug) from storefronts s join pages p on p.is_active
        and p.slug in (s.appearance ->> 'termsandconditions_page', s.appearance ->> 'privacypolicy_page')
        where s.channel_id = ${id}) = 2 as policies,
      not exists (select from staff t where t.role = 'owner' and t.is_active and t.totp_secret is null
        and not exists (select from staff_passkeys k where k.staff_id = t.id)) as second_factor,
      not exists (select from settings m join products p
        on p.id <= case jsonb_typeof(m.value) when 'number' then (m.value #>> '{}')::integer end
        where m.key = 'demo_seeded') as no_demo`.execute(db),
    db.selectFrom('hidden_setup_steps').select('step').execute(),
  ])
  const [done] = rows
  if (!done) throw new Error('The steps were not read')
  const shown = setupSteps.filter((step) => !hidden.some((one) => one.step === step))
  if (shown.every((step) => done[step])) return []
  return shown.map((step) => ({ step, is_done: done[step] }))
}

/** Hides steps that the shop does not want, for all staff. */
export async function hideSetupSteps(
  db: Db,
  { id }: StaffVisitor,
  actor: Actor,
  steps: readonly SetupStep[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('hidden_setup_steps')
      .values(steps.map((step) => ({ step, staff_id: id })))
      .onConflict((conflict) => conflict.column('step').doNothing())
      .returning('step')
      .execute()
    if (added.length === 0) return
    await writeAudit(tx, actor, {
      action: 'home.hide_setup_steps',
      record: { type: 'home', id: 'setup' },
      after: { hidden: added.map(({ step }) => step) },
    })
  })
}
