import { labelPath } from '#server/commerce/orders/find-invoice.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { claimStatement, isClaimable, workThrough } from '#server/platform/jobs/claimed-records.ts'
import { defineJob, type JobServices } from '#server/platform/jobs/job.ts'
import type { BookingServices } from './carry-out-booking.ts'

const JOB = 'delete-old-labels'

/** Deletes labels, which have names and addresses, 30 days after the booking. docs/retention.md */
export const deleteOldLabelsJob = defineJob<BookingServices & JobServices>({
  name: JOB,
  schedule: { every: 3_600 },
  async run(_, services) {
    await deleteOldLabels(services)
  },
})

export const deleteOldLabels = (services: BookingServices & { signal?: AbortSignal }) =>
  workThrough(services, {
    job: JOB,
    claim: claimOld,
    async work({ id, key }) {
      await services.files.remove(labelPath(key))
      await forgetLabel.all(services.db, id)
    },
  })

const forgetLabel = prepared(
  'forget label of courier booking',
  'update courier_bookings set has_label = false, label_pages = null where id = $1::bigint',
)

const claimOld = claimStatement<{ id: number; key: string }>(
  JOB,
  `select b.id, b.key from courier_bookings b
  where b.has_label and b.booked_at < now() - interval '30 days' and ${isClaimable(JOB, 'b.id')}
  order by b.id limit $1::integer for update of b skip locked`,
)
