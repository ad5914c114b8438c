import type { Settings } from '#contract/storefront.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { writeSettings } from '#server/shop/settings/editing/write-settings.ts'

/** Writes settings and waits until this process has reloaded them. */
export async function setSettings(
  { db, changes }: Pick<Services, 'db' | 'changes'>,
  settings: Partial<Settings>,
) {
  if (Object.keys(settings).length === 0) return
  await writeSettings(db, settings)
  await changes.catchUp()
}
