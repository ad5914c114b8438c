import { type Actor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db } from '#server/platform/kernel/context.ts'

/** Whether staff have left the demo courier on. It moves no order while it is off. */
export const isDemoCourierOn = async (db: Db): Promise<boolean> => !(await pause.first(db))

/** Switches the demo courier on or off for all orders. */
export const switchDemoCourier = (db: Db, actor: Actor, isOn: boolean): Promise<void> =>
  inTransaction(db, async (tx) => {
    const changed = isOn ? await resume.all(tx) : await start.all(tx)
    if (changed.length === 0) return
    await writeAudit(tx, actor, {
      action: 'demo_courier.switch',
      record: { type: 'demo_courier', id: '' },
      before: { is_on: !isOn },
      after: { is_on: isOn },
    })
  })

const pause = prepared<{ is_paused: boolean }>(
  'pause of demo courier',
  'select is_paused from demo_courier_pause',
)
const start = prepared<{ is_paused: boolean }>(
  'pause demo courier',
  'insert into demo_courier_pause default values on conflict do nothing returning is_paused',
)
const resume = prepared<{ is_paused: boolean }>(
  'resume demo courier',
  'delete from demo_courier_pause returning is_paused',
)
