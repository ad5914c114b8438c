import { sql } from 'kysely'
import { type SetupStep, setupSteps } from '#contract/admin/home.ts'
import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, StaffVisitor } from '#server/platform/kernel/context.ts'
import { arePolicies, readPolicies } from '#server/shop/channels/read-policies.ts'

/** Facts of the demo shop, which is nowhere. */
const demoAddress = '12 Lamp Lane, Pune, Maharashtra 411001'
const demoEmail = 'hello@kilnandloom.example'

/**
 * What a new shop still needs, each step computed from its data; hidden steps are left out. Empty once all others are
 * done. Back office, "Home".
 */
export async function readSetup(
  { db, config }: { db: Db; config: Pick<Config, 'mail'> },
  { id }: Channel,
): Promise<{ step: SetupStep; is_done: boolean }[]> {
  const [{ rows }, hidden, policies] = await Promise.all([
    sql<Record<Exclude<SetupStep, 'mail' | 'policies'>, boolean>>`select
      coalesce((select value #>> '{}' from settings where key = 'store_name'), '') <> '' as store_name,
      (select s.appearance #>> '{logo1,path}' is not null from storefronts s where s.channel_id = ${id}) is true as logo,
      exists (select from products where is_published) as product,
      coalesce((select count(*) filter (where value #>> '{}' not in ('', ${demoAddress}, ${demoEmail})) from settings
        where key in ('store_address', 'store_state', 'store_email')), 0) = 3 as store_facts,
      exists (select from shipping_methods m where is_active and not (price = 0
        and not exists (select from shipping_rates r where r.shipping_method_id = m.id and r.price > 0)
        and exists (select from seeded_records s where s.source = 'placeholder' and s.table_name = 'shipping_methods' and s.id = m.id)
      )) as delivery,
      exists (select from payment_methods where is_active) as payment,
      exists (select from tax_rates where rate_bp > 0) as tax,
      not exists (select from staff t where t.role = 'owner' and t.is_active and t.totp_secret is null
        and not exists (select from staff_passkeys k where k.staff_id = t.id)) as second_factor,
      not exists (select from seeded_records where source = 'demo') as no_demo`.execute(db),
    db.selectFrom('hidden_setup_steps').select('step').execute(),
    readPolicies(db, id),
  ])
  const [stored] = rows
  if (!stored) throw new Error('The steps were not read')
  const done: Record<SetupStep, boolean> = {
    ...stored,
    mail: config.mail !== undefined,
    policies: arePolicies(policies, ['terms', 'privacy', 'other']),
  }
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
