import { previewPathOf } from '#contract/rules/customisation-image.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { claimStatement, isClaimable, workThrough } from '#server/platform/jobs/claimed-records.ts'
import { defineJob, type JobServices } from '#server/platform/jobs/job.ts'
import type { Services } from '#server/platform/kernel/context.ts'

const UNUSED = 'delete-unused-customisation-images'

type ImageServices = Pick<Services, 'db' | 'files'> & JobServices

/** Deletes pictures that no line of a cart or order has named for a day: abandoned ones, and those of erased orders. */
export async function deleteUnusedImages({ db, files, ...context }: ImageServices): Promise<void> {
  await workThrough(
    { db, ...context },
    {
      job: UNUSED,
      claim: claimUnused,
      // Deletes the row only with its files, because a file without a row would never be found.
      work: ({ id: path }) =>
        db.transaction().execute(async (tx) => {
          if (!(await dropUnused.first(tx, path))) return
          await files.remove(previewPathOf(path))
          await files.remove(path)
        }),
    },
  )
}

export const deleteUnusedImagesJob = defineJob<ImageServices>({
  name: UNUSED,
  schedule: { every: 3_600 },
  run: (_, context) => deleteUnusedImages(context),
})

const isUnused = `c.used_at < now() - interval '1 day'
  and not exists (select from cart_items i where i.customisation ->> 'image_path' = c.path)
  and not exists (select from order_items i where i.customisation ->> 'image_path' = c.path)`

const claimUnused = claimStatement<{ id: string }>(
  UNUSED,
  `select c.path as id from customisation_images c where ${isUnused} and ${isClaimable(UNUSED, 'c.path')}
  order by c.used_at limit $1::integer for update of c skip locked`,
)

const dropUnused = prepared<{ path: string }>(
  'drop unused customisation image',
  `delete from customisation_images c where c.path = $1::text and ${isUnused} returning c.path`,
)
